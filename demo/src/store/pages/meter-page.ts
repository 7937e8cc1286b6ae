import type { Customer, Invoice, Product, Subscription } from '@per-second/client'
import { html } from 'hono/html'
import type { Moment } from '../meter-story.ts'
import { durationText, instantText } from '../time-text.ts'
import { invoiceTable } from './invoice-table.ts'
import type { Html } from './layout.ts'
import { factsPanel, objectPage, panel } from './object-page.ts'
import { statusPill } from './status-pill.ts'
import { shortTransaction } from './transaction.ts'

export type MeterPage = {
  meter: Subscription
  product: Product
  customer: Customer
  invoices: Invoice[]
  story: Moment[]
  explorer: string | null
  asJson: boolean
}

/** A meter for people: what it holds and has cost, what happened to it, its invoices. */
export function meterPage({ meter, product, customer, invoices, story, explorer, asJson }: MeterPage): Html {
  return objectPage({
    title: `${product.name}, ${customer.email}`,
    heading: product.name,
    status: statusPill(meter.status),
    address: `/dashboard/meters/${meter.id}`,
    object: meter,
    asJson,
    overview: () => html`${facts()} ${panel('story', 'What happened', moments())}
      ${panel('invoices', 'Invoices', invoiceTable(invoices, explorer))}`,
  })

  function facts(): Html {
    const { next_settlement_at: next } = meter
    return factsPanel([
      ['Customer', html`<a href="/dashboard/customers/${customer.id}">${customer.email}</a>`],
      ['Wallet', html`<code>${customer.wallet_address}</code>`],
      ['Rate', `$${meter.rate_usd_per_second} per second`],
      [
        'Time',
        `${durationText(meter.elapsed_seconds)} of ${durationText(meter.max_duration_seconds)} at most`,
      ],
      ['Deposit', `$${meter.max_escrow_usd}`],
      ['Accrued', `$${meter.accrued_usd}`],
      ['Settled', `$${meter.settled_usd}`],
      ['Refunded', `$${meter.refunded_usd}`],
      ['Next settlement', next === null ? null : instantText(next)],
    ])
  }

  function moments(): Html {
    return html`<ol class="story">
      ${story.map(
        ({ at, event, text, amount, txHash }) => html`<li>
          <time datetime="${new Date(at * 1000).toISOString()}">${instantText(at)}</time>
          <span><a href="/dashboard/events/${event}">${text}</a>${amount === null ? '' : html` <strong>$${amount}</strong>`}</span>
          ${txHash === null ? '' : html`<span class="proof">${shortTransaction(txHash, explorer)}</span>`}
        </li>`,
      )}
    </ol>`
  }
}
