import type { Customer, Invoice, Product, Subscription } from '@per-second/client'
import { html } from 'hono/html'
import { copyable } from '../page/icon.ts'
import type { Html } from '../page/layout.ts'
import { money } from '../page/money.ts'
import { orderNumber } from '../page/order-number.ts'
import { clockText, durationText, instantText } from '../page/time-text.ts'
import type { Books } from './books.ts'
import { panel } from './dashboard-frame.ts'
import { invoiceTable } from './invoice-table.ts'
import { meterActions, meterState } from './meter-state.ts'
import type { Moment } from './meter-story.ts'
import { factsPanel, objectPage } from './object-page.ts'
import { pill } from './status-text.ts'

export type MeterPage = {
  meter: Subscription
  product: Product
  customer: Customer
  invoices: Invoice[]
  story: Moment[]
  books: Books
}

const ACTION_NAMES = { start: 'Start', pause: 'Pause', resume: 'Resume', cancel: 'Yes, cancel it' }

/** A meter for people: its money, its history, its invoices, and its merchant's actions. */
export function meterPage({ meter, product, customer, invoices, story, books }: MeterPage): Html {
  const { next_settlement_at: next, checkout_session: session, started_at: started, ended_at: ended } = meter
  const other = (id: string | null) => id && html`<a href="/dashboard/meters/${id}">Meter</a> ${copyable(id)}`
  const facts = factsPanel([
    ['Customer', html`<a href="/dashboard/customers/${customer.id}">${customer.email}</a>`],
    ['Wallet', copyable(customer.wallet_address)],
    [
      'Order',
      html`<a href="/dashboard/sessions/${session}">${orderNumber(session)}</a> ${copyable(session)}`,
    ],
    ['Meter', copyable(meter.id)],
    ['Rate', `$${meter.rate_usd_per_second} per second`],
    ['Time used', `${clockText(meter.elapsed_seconds)} of ${durationText(meter.max_duration_seconds)}`],
    ['Accrued', money(meter.accrued_usd)],
    ['Settled', money(meter.settled_usd)],
    ['Refunded', money(meter.refunded_usd)],
    ['At most', money(meter.max_escrow_usd)],
    ['Authorised', instantText(meter.created)],
    ['Started', started === null ? 'Not yet' : instantText(started)],
    ['Ended', ended === null ? null : instantText(ended)],
    ['Next settlement', next === null ? null : instantText(next)],
    ['Carries on', other(meter.replaces)],
    ['Carried on by', other(meter.replaced_by)],
  ])
  return objectPage({
    title: product.name,
    tab: 'Meters',
    status: pill(meterState(meter)),
    object: meter,
    body: html`${facts} ${actionsPanel(meter)} ${panel('story', { title: 'What happened' }, moments(story))}
      ${panel('invoices', { title: 'Invoices' }, invoiceTable({ invoices, books }))}`,
  })
}

function actionsPanel({ id, accrued_usd, ...meter }: Subscription): Html {
  const actions = meterActions(meter)
  if (actions.length === 0) return html``
  const button = (
    action: keyof typeof ACTION_NAMES,
  ) => html`<form method="post" action="/dashboard/subscriptions/${id}/${action}">
    <button class="button ${action === 'start' ? '' : 'plain'}">${ACTION_NAMES[action]}</button>
  </form>`
  return panel(
    'actions',
    { title: 'Actions' },
    html`<div class="actions">
      ${actions.filter(action => action !== 'cancel').map(button)}
      <details>
        <summary class="button plain">Cancel this meter…</summary>
        <p>It ends for good. The ${money(accrued_usd)} used and not settled yet is charged, and the rest of the deposit returns to the customer.</p>
        ${button('cancel')}
      </details>
    </div>`,
  )
}

function moments(story: Moment[]): Html {
  return html`<ol class="story">
    ${story.map(
      ({ at, event, text, amount, txHash }) => html`<li>
        <time datetime="${new Date(at * 1000).toISOString()}">${instantText(at)}</time>
        <span><a href="/dashboard/events/${event}">${text}</a> ${amount === null ? '' : money(amount)}</span>
        ${txHash === null ? '' : html`<span class="proof">${copyable(txHash)}</span>`}
      </li>`,
    )}
  </ol>`
}
