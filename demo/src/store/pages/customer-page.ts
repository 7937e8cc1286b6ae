import type { Customer, Invoice, Product, Subscription } from '@per-second/client'
import { html } from 'hono/html'
import { durationText, instantText } from '../time-text.ts'
import { invoiceTable } from './invoice-table.ts'
import type { Html } from './layout.ts'
import { factsPanel, objectPage, panel } from './object-page.ts'
import { statusPill } from './status-pill.ts'

export type CustomerPage = {
  customer: Customer
  meters: Subscription[]
  products: Product[]
  invoices: Invoice[]
  explorer: string | null
  asJson: boolean
}

/** A customer for people: who pays, their meters and invoices, newest first. */
export function customerPage({ customer, meters, products, invoices, explorer, asJson }: CustomerPage): Html {
  const names = new Map(products.map(({ id, name }) => [id, name]))
  return objectPage({
    title: customer.email,
    heading: customer.email,
    address: `/dashboard/customers/${customer.id}`,
    object: customer,
    asJson,
    overview: () => html`${facts()} ${panel('meters', 'Meters', meterTable())}
      ${panel('invoices', 'Invoices', invoiceTable(invoices, explorer))}`,
  })

  function facts(): Html {
    return factsPanel([
      ['Wallet', html`<code>${customer.wallet_address}</code>`],
      ['Customer since', instantText(customer.created)],
      ['Meters', customer.subscription_count],
      ['Paid in all', `$${customer.total_settled_usd}`],
    ])
  }

  function meterTable(): Html {
    if (meters.length === 0) return html`<p class="empty">No meter that is known any more.</p>`
    return html`<table class="rows" aria-labelledby="meters-title">
      <thead><tr>
        <th scope="col">Machine</th><th scope="col">Status</th><th scope="col">Ordered</th>
        <th scope="col" class="number">Time</th><th scope="col" class="number">Accrued</th>
        <th scope="col" class="number">Settled</th><th scope="col" class="number">Refunded</th>
      </tr></thead>
      <tbody>
        ${meters.map(
          meter => html`<tr>
            <td><a class="link open" href="/dashboard/meters/${meter.id}">${names.get(meter.product) ?? meter.product}</a></td>
            <td>${statusPill(meter.status)}</td>
            <td data-label="Ordered">${instantText(meter.created)}</td>
            <td class="number" data-label="Time">${durationText(meter.elapsed_seconds)}</td>
            <td class="number" data-label="Accrued">$${meter.accrued_usd}</td>
            <td class="number" data-label="Settled">$${meter.settled_usd}</td>
            <td class="number" data-label="Refunded">$${meter.refunded_usd}</td>
          </tr>`,
        )}
      </tbody>
    </table>`
  }
}
