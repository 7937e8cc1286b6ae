import type { Subscription } from '@per-second/client'
import { addDecimals } from '@per-second/protocol/money'
import { html } from 'hono/html'
import { copyable, icon } from '../page/icon.ts'
import type { Html } from '../page/layout.ts'
import { money } from '../page/money.ts'
import { orderNumber } from '../page/order-number.ts'
import { clockText, durationText, instantText, nearText } from '../page/time-text.ts'
import type { Books } from './books.ts'
import { panel, segments, select } from './dashboard-frame.ts'
import { type Column, dataTable, sub } from './data-table.ts'
import { byNeed, type MeterGroup, meterState, secondsLeft } from './meter-state.ts'
import { pill } from './status-text.ts'

export type MeterFilter = { status: string; search: string; product: string }

const GROUPS: [MeterGroup | '', string][] = [
  ['', 'All'],
  ['running', 'Running'],
  ['waiting', 'Waiting'],
  ['paused', 'Paused'],
  ['ended', 'Ended'],
]

/** The matching meters, in the order of need, with their filters. */
export function meterPanel(books: Books, options: { filter: MeterFilter; path: string; most: number }): Html {
  const { filter, path, most } = options
  const fitting = books.meters.filter(meter => fits(meter, filter, books))
  const isShown =
    ({ status }: MeterFilter) =>
    (meter: Subscription) =>
      status === '' || meterState(meter).group === status
  const shown = fitting.filter(isShown(filter)).toSorted(byNeed)
  const statuses = GROUPS.map(([status, name]) => ({
    name,
    href: `${path}?${new URLSearchParams({ ...filter, status })}#meters`,
    isOn: status === filter.status,
    count: fitting.filter(isShown({ ...filter, status })).length,
  }))
  const products: [string, string][] = [...books.products.values()].map(({ id, name }) => [id, name])
  const filters = html`<form class="filters" method="get" action="${path}#meters">
    ${segments('Status', statuses)}
    <input type="hidden" name="status" value="${filter.status}" />
    <label class="search">${icon('search')}<input type="search" name="search" value="${filter.search}"
      placeholder="Email, order, wallet or id" aria-label="Search meters" /></label>
    ${select('product', { label: 'Product', chosen: filter.product }, [['', 'All products'], ...products])}
    <button class="unseen" type="submit">Search</button>
  </form>`
  const more =
    shown.length > most
      ? html`<p class="more"><a href="/dashboard/meters">All ${shown.length} meters</a></p>`
      : ''
  return panel(
    'meters',
    { title: 'Meters', beside: html`<p class="quiet">First what needs you, then running, then ended</p>` },
    html`${filters} ${shown.length === 0 ? noMeters(books) : meterTable(shown.slice(0, most), books)} ${more}`,
  )
}

export function meterTable(
  meters: Subscription[],
  books: Pick<Books, 'now' | 'products' | 'customers'>,
): Html {
  const { now, products, customers } = books
  const columns: Column<Subscription>[] = [
    ['Status', 'state', meter => pill(meterState(meter))],
    [
      'Product and order',
      'what',
      ({ id, product, checkout_session: session }) => {
        const order = html`Order <a href="/dashboard/sessions/${session}">${orderNumber(session)}</a>`
        return html`<a href="/dashboard/meters/${id}">${products.get(product)?.name ?? product}</a>${sub(html`${order} · ${copyable(id)}`)}`
      },
    ],
    [
      'Customer',
      'who-pays',
      ({ customer }) => {
        const payer = customers.get(customer)
        return html`<a href="/dashboard/customers/${customer}">${payer?.email ?? customer}</a>${payer ? sub(copyable(payer.wallet_address)) : ''}`
      },
    ],
    [
      'Started',
      'when',
      meter =>
        html`${meter.started_at === null ? 'Not yet' : instantText(meter.started_at)}${sub(endText(meter, now))}`,
    ],
    [
      'Time used',
      'time',
      ({ elapsed_seconds: elapsed, max_duration_seconds: most }) =>
        html`${clockText(elapsed)} of ${durationText(most)}<svg class="mini" viewBox="0 0 96 4" aria-hidden="true"><rect width="${Math.round((elapsed / most) * 96)}" height="4" /></svg>`,
    ],
    [
      'Charged so far',
      'number',
      meter => html`${money(chargedSoFar(meter))}${sub(html`at most ${money(meter.max_escrow_usd)}`)}`,
    ],
    [
      'Actions',
      'acts',
      ({ id, status }) =>
        status === 'pending_start'
          ? html`<form method="post" action="/dashboard/subscriptions/${id}/start"><button class="button">Start</button></form>`
          : html`<a class="dots" href="/dashboard/meters/${id}#actions" aria-label="Actions for this meter">${icon('dots')}</a>`,
    ],
  ]
  return dataTable('Meters', columns, meters)
}

/** Settled and accrued together. */
function chargedSoFar({ accrued_usd, settled_usd }: Subscription): string {
  return addDecimals(accrued_usd, settled_usd)
}

function fits(meter: Subscription, { search, product }: MeterFilter, { customers }: Books): boolean {
  const { id, checkout_session: session, customer } = meter
  const payer = customers.get(customer)
  const texts = [id, session, orderNumber(session), customer, payer?.email ?? '', payer?.wallet_address ?? '']
  const wanted = search.trim().toLowerCase()
  return (
    (product === '' || meter.product === product) && texts.some(text => text.toLowerCase().includes(wanted))
  )
}

function endText(meter: Subscription, now: number): string {
  const { status, ended_at: endedAt, created } = meter
  if (endedAt !== null) return `${status === 'ended' ? 'ended' : 'stopped'} at ${nearText(endedAt, now)}`
  if (status === 'pending_start') return `authorised ${nearText(created, now)}`
  return status === 'running' ? `ends by ${nearText(now + secondsLeft(meter), now)}` : ''
}

function noMeters({ meters }: Books): Html {
  if (meters.length > 0)
    return html`<p class="empty">No meter fits. <a href="/dashboard/meters">Show all meters</a></p>`
  return html`<p class="empty">No meter yet. <a href="/#machines">Rent a machine</a> as a customer would, and watch it here.</p>`
}
