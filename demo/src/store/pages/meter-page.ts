import type { Customer, Invoice, Product, Subscription } from '@per-second/client'
import { html } from 'hono/html'
import type { Moment } from '../meter-story.ts'
import { durationText, instantText } from '../time-text.ts'
import { type Html, layout } from './layout.ts'

export type MeterPage = {
  meter: Subscription
  product: Product
  customer: Customer
  invoices: Invoice[]
  story: Moment[]
  /** Whether the object itself is shown instead, as the API gives it. */
  asJson: boolean
}

/** A meter for people: what it holds and has cost, what happened to it, its invoices; and the object behind a tab. */
export function meterPage({ meter, product, customer, invoices, story, asJson }: MeterPage): Html {
  const address = `/dashboard/meters/${meter.id}`
  const tab = (name: string, href: string, isCurrent: boolean) =>
    html`<a href="${href}" ${isCurrent ? html`aria-current="page"` : ''}>${name}</a>`
  return layout({
    title: `${product.name}, ${customer.email}`,
    current: 'dashboard',
    styles: ['/styles/dashboard.css'],
    body: html`<div class="wide dashboard">
      <p class="back"><a href="/dashboard">Dashboard</a></p>
      <div class="dashboard-head">
        <h1>${product.name}</h1>
        <p><span class="status" data-tone="${meter.status === 'running' ? 'good' : ''}">${statusText(meter)}</span>
        ${meter.livemode ? '' : html`<span class="status" data-tone="warm">Test mode</span>`}</p>
      </div>
      <nav class="tabs" aria-label="View">
        ${tab('Overview', address, !asJson)} ${tab('JSON', `${address}?view=json`, asJson)}
      </nav>
      ${asJson ? html`<pre class="json" tabindex="0">${JSON.stringify(meter, null, 2)}</pre>` : overview()}
    </div>`,
  })

  function overview(): Html {
    return html`${facts()}
      <section class="panel" aria-labelledby="story-title">
        <div class="panel-head"><h2 id="story-title">What happened</h2></div>
        <ol class="story">
          ${story.map(
            ({ at, text, amount, txHash }) => html`<li>
              <time datetime="${new Date(at * 1000).toISOString()}">${instantText(at)}</time>
              <span>${text}${amount === null ? '' : html` <strong>$${amount}</strong>`}</span>
              ${txHash === null ? '' : html`<code title="Transaction">${txHash}</code>`}
            </li>`,
          )}
        </ol>
      </section>
      <section class="panel" aria-labelledby="invoices-title">
        <div class="panel-head"><h2 id="invoices-title">Invoices</h2></div>
        ${invoices.length === 0 ? html`<p class="empty">No invoice yet. The meter settles every hour and when it ends.</p>` : invoiceTable()}
      </section>`
  }

  function facts(): Html {
    const row = (name: string, value: unknown) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
    return html`<section class="panel" aria-label="Figures"><dl class="facts">
      ${row('Customer', customer.email)} ${row('Wallet', html`<code>${customer.wallet_address}</code>`)}
      ${row('Rate', `$${meter.rate_usd_per_second} per second`)}
      ${row('Time', `${durationText(meter.elapsed_seconds)} of ${durationText(meter.max_duration_seconds)} at most`)}
      ${row('Deposit', `$${meter.max_escrow_usd}`)} ${row('Accrued', `$${meter.accrued_usd}`)}
      ${row('Settled', `$${meter.settled_usd}`)} ${row('Refunded', `$${meter.refunded_usd}`)}
      ${meter.next_settlement_at === null ? '' : row('Next settlement', instantText(meter.next_settlement_at))}
    </dl></section>`
  }

  function invoiceTable(): Html {
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
            <td><span class="status" data-tone="${each.status === 'paid' ? 'good' : 'bad'}">${each.status === 'paid' ? 'Paid' : 'Failed'}</span></td>
            <td class="number" data-label="Time">${durationText(each.seconds)}</td>
            <td class="number" data-label="Charged">$${each.gross}</td>
            <td class="number" data-label="Fee">$${each.fee}</td>
            <td class="number" data-label="You receive">$${each.net}</td>
            <td class="hash" data-label="Transaction"><code>${each.tx_hash}</code></td>
          </tr>`,
        )}
      </tbody>
    </table>`
  }
}

const STATUS: Record<Subscription['status'], string> = {
  incomplete: 'Not authorised',
  incomplete_expired: 'Expired',
  pending_start: 'Waiting for start',
  running: 'Running',
  paused: 'Paused',
  past_due: 'Past due',
  canceled: 'Cancelled',
  ended: 'Ended',
}

function statusText({ status }: Subscription): string {
  return STATUS[status]
}
