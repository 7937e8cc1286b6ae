import { html, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { transactionUrl } from '../../store/block-explorer.ts'
import type { DashboardData } from '../../store/dashboard-routes.ts'
import { shortAddress } from '../../store/short-address.ts'
import { durationText, instantText } from '../../store/time-text.ts'
import { sixDecimals } from '../money-text.ts'
import { statusView } from './status-view.ts'

export function invoicesView(data: DashboardData): TemplateResult {
  return html`<section class="panel" aria-labelledby="invoices-title">
    <div class="panel-head"><h2 id="invoices-title">Invoices</h2></div>
    ${data.invoices.length === 0 ? noInvoices() : table(data)}
  </section>`
}

function noInvoices(): TemplateResult {
  return html`<p class="empty">No invoice yet. A meter settles every hour and when it ends: cancel one to see its last invoice.</p>`
}

function table(data: DashboardData): TemplateResult {
  const { invoices, subscriptions, products } = data
  const machineOf = new Map(
    subscriptions.map(({ id, product }) => [id, products.find(each => each.id === product)?.name ?? product]),
  )
  return html`<table class="rows" aria-labelledby="invoices-title">
    <thead>
      <tr>
        <th scope="col">Machine</th>
        <th scope="col">Status</th>
        <th scope="col">Settled at</th>
        <th scope="col" class="number">Time</th>
        <th scope="col" class="number">Charged</th>
        <th scope="col" class="number">Fee</th>
        <th scope="col" class="number">You receive</th>
        <th scope="col">Transaction</th>
      </tr>
    </thead>
    <tbody>
      ${repeat(
        invoices,
        ({ id }) => id,
        invoice => html`<tr>
          <td>
            <a class="link open" href=${`/dashboard/meters/${invoice.subscription}#${invoice.id}`}
              >${machineOf.get(invoice.subscription) ?? shortAddress(invoice.subscription)}</a
            >
          </td>
          <td>${statusView(invoice)}</td>
          <td data-label="Settled at">${instantText(invoice.period_end)}</td>
          <td class="number" data-label="Time">${durationText(invoice.seconds)}</td>
          <td class="number" data-label="Charged">$${sixDecimals(invoice.gross)}</td>
          <td class="number" data-label="Fee">$${sixDecimals(invoice.fee)}</td>
          <td class="number" data-label="You receive">$${sixDecimals(invoice.net)}</td>
          <td class="hash" data-label="Transaction" title=${invoice.tx_hash}>${transaction(invoice.tx_hash, data)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`
}

function transaction(hash: string, { explorer_url }: DashboardData): TemplateResult | string {
  const text = shortAddress(hash)
  return explorer_url === null || hash === ''
    ? text
    : html`<a href=${transactionUrl(explorer_url, hash)}>${text}</a>`
}
