import type { Invoice } from '@per-second/client'
import { html } from 'hono/html'
import { durationText, instantText } from '../time-text.ts'
import type { Html } from './layout.ts'
import { statusPill } from './status-pill.ts'
import { shortTransaction } from './transaction.ts'

/** Stands in a section with the id `invoices`. */
export function invoiceTable(invoices: Invoice[], explorer: string | null): Html {
  if (invoices.length === 0)
    return html`<p class="empty">No invoice yet. A meter settles every hour and when it ends.</p>`
  return html`<table class="rows" aria-labelledby="invoices-title">
    <thead><tr>
      <th scope="col">Settled at</th><th scope="col">Status</th><th scope="col" class="number">Time</th>
      <th scope="col" class="number">Charged</th><th scope="col" class="number">Fee</th>
      <th scope="col" class="number">You receive</th><th scope="col">Transaction</th>
    </tr></thead>
    <tbody>
      ${invoices.map(
        each => html`<tr id="${each.id}">
          <td data-label="Settled at">${instantText(each.period_end)}</td>
          <td>${statusPill(each.status)}</td>
          <td class="number" data-label="Time">${durationText(each.seconds)}</td>
          <td class="number" data-label="Charged">$${each.gross}</td>
          <td class="number" data-label="Fee">$${each.fee}</td>
          <td class="number" data-label="You receive">$${each.net}</td>
          <td class="hash" data-label="Transaction">${each.tx_hash === '' ? '' : shortTransaction(each.tx_hash, explorer)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`
}
