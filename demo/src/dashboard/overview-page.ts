import { addDecimals } from '@per-second/protocol/money'
import { html } from 'hono/html'
import type { Html } from '../page/layout.ts'
import { money } from '../page/money.ts'
import { dateText, instantText } from '../page/time-text.ts'
import type { Books } from './books.ts'
import { dashboardFrame, panel, segments } from './dashboard-frame.ts'
import { earnedBars, PERIODS, type Period, roundTop } from './earned-bars.ts'
import { invoicePanel } from './invoice-table.ts'
import { endsSoon, minutesText, secondsLeft } from './meter-state.ts'
import { type MeterFilter, meterPanel } from './meter-table.ts'

export type OverviewPage = { books: Books; filter: MeterFilter; period: Period }

const MOST_METERS = 10
const MOST_INVOICES = 5
const THIRTY_DAYS = 30 * 86_400
/** The chart's own coordinates. The drawing is stretched to its place. */
const WIDTH = 1000
const HEIGHT = 200

export function overviewPage({ books, filter, period }: OverviewPage): Html {
  const invoices = books.invoices.slice(0, MOST_INVOICES)
  const more =
    books.invoices.length > MOST_INVOICES
      ? html`<p class="more"><a href="/dashboard/invoices">All invoices</a></p>`
      : ''
  return dashboardFrame({
    title: 'Dashboard',
    tab: 'Overview',
    body: html`${figures(books)} ${chart(books, period)}
      ${meterPanel(books, { filter, path: '/dashboard', most: MOST_METERS })}
      ${invoicePanel({ invoices, books }, more)}`,
  })
}

function figures({ meters, invoices, now }: Books): Html {
  const sum = (amounts: string[]) => money(amounts.reduce(addDecimals, '0'))
  const refunds = meters.filter(({ ended_at: at }) => at !== null && at >= now - THIRTY_DAYS)
  const running = meters.filter(({ status }) => status === 'running')
  const next = running.filter(endsSoon).toSorted((a, b) => secondsLeft(a) - secondsLeft(b))
  const soon =
    next[0] &&
    html`<span class="warm">${next.length} ${next.length === 1 ? 'ends' : 'end'} in ${minutesText(secondsLeft(next[0]))}</span>`
  const paid = invoices.filter(({ status }) => status === 'paid')
  const figure = (name: string, value: Html | number, note: Html | string) =>
    html`<div><dt class="quiet">${name}</dt><dd>${value}</dd><dd class="sub">${note}</dd></div>`
  return html`<dl class="figures panel">
    ${figure('Accrued now', sum(meters.map(({ accrued_usd }) => accrued_usd)), 'not settled yet')}
    ${figure('Settled', sum(paid.map(({ gross }) => gross)), 'last 30 days')}
    ${figure('Refunded', sum(refunds.map(({ refunded_usd }) => refunded_usd)), 'last 30 days')}
    ${figure('Running meters', running.length, soon ?? 'each until its customer stops')}
  </dl>`
}

function chart({ meters, invoices, now }: Books, period: Period): Html {
  const bars = earnedBars(invoices, now, period)
  const accrued = meters.reduce((total, meter) => addDecimals(total, meter.accrued_usd), '0')
  const last = bars.at(-1)?.settled ?? '0'
  const periods = PERIODS.map(({ name, value }) => ({
    name,
    href: `/dashboard?period=${value}`,
    isOn: value === period.value,
  }))
  const legend = html`<p class="legend quiet"><strong>${period.unit === 'hour' ? 'This hour' : 'Today'}, until now</strong>
    <span class="settled">Settled ${money(last)}</span><span class="accrued">Accrued ${money(accrued)}</span></p>`
  return panel(
    'earned',
    { title: 'Earned', beside: html`${legend} ${segments('Period', periods)}` },
    drawing(bars, { accrued: Number(accrued), period }),
  )
}

/** Numbers are good enough for pixels, and are used for nothing else. */
function drawing(
  bars: { from: number; settled: string }[],
  { accrued, period }: { accrued: number; period: Period },
): Html {
  const values = bars.map(({ settled }) => Number(settled))
  const highest = Math.max(...values.slice(0, -1), (values.at(-1) ?? 0) + accrued)
  if (highest === 0)
    return html`<p class="empty tall">The first bar appears with the first second billed.</p>`
  const top = roundTop(highest)
  const step = WIDTH / bars.length
  const rect = (kind: string, { index, from, to }: { index: number; from: number; to: number }) => {
    const [y, height] = [HEIGHT - (to / top) * HEIGHT, ((to - from) / top) * HEIGHT]
    return html`<rect class="${kind}" x="${((index + 0.16) * step).toFixed(1)}" y="${y.toFixed(1)}" width="${(step * 0.68).toFixed(1)}" height="${height.toFixed(1)}" />`
  }
  const end = values.at(-1) ?? 0
  const tick = (value: number) => `$${value.toLocaleString('en', { maximumSignificantDigits: 8 })}`
  const labels = bars.filter((_, index) => index % Math.ceil(bars.length / 4) === 0)
  return html`<div class="chart">
    <div class="scale" aria-hidden="true">${[top, top / 2, 0].map(value => html`<span>${tick(value)}</span>`)}</div>
    <div class="plot"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img"
      aria-label="Dollars earned in each ${period.unit} of the last ${period.name}"><path class="grid" d="M0 0h1000M0 100h1000M0 200h1000" />
      ${values.map((value, index) => rect('settled', { index, from: 0, to: value }))}
      ${rect('accrued', { index: bars.length - 1, from: end, to: end + accrued })}</svg></div>
    <p class="hours">${labels.map(({ from }) => html`<span>${period.unit === 'hour' ? instantText(from) : dateText(from)}</span>`)}<span>now</span></p>
  </div>`
}
