import type { Subscription } from '@per-second/client'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { DashboardData } from '../../store/dashboard-routes.ts'
import { durationText } from '../../store/time-text.ts'
import { sixDecimals } from '../money-text.ts'
import { sparkPath } from './chart-paths.ts'
import type { DashboardHandlers, MeterAction } from './dashboard-state.ts'
import { meterActions } from './meter-actions.ts'
import { statusView } from './status-view.ts'

const ACTION_NAMES: Record<MeterAction, string> = {
  start: 'Start',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel meter',
}
const SPARK_SAMPLES = 60
const LIVE = new Set(['running', 'paused', 'past_due'])

export function metersView(
  data: DashboardData,
  busy: Set<string>,
  handlers: DashboardHandlers,
): TemplateResult {
  return html`<section class="panel" aria-labelledby="meters-title">
    <div class="panel-head"><h2 id="meters-title">Meters</h2></div>
    ${data.subscriptions.length === 0 ? noMeters() : table(data, busy, handlers)}
  </section>`
}

function noMeters(): TemplateResult {
  return html`<p class="empty">No meter yet. <a href="/#machines">Rent a machine</a> as a customer would, and watch it here.</p>`
}

function table(data: DashboardData, busy: Set<string>, handlers: DashboardHandlers): TemplateResult {
  const names = new Map(data.products.map(product => [product.id, product.name]))
  const emails = new Map(data.customers.map(customer => [customer.id, customer.email]))
  return html`<table class="rows" aria-labelledby="meters-title">
    <thead>
      <tr>
        <th scope="col">Machine and customer</th>
        <th scope="col">Status</th>
        <th scope="col" class="number">Time</th>
        <th scope="col" class="number">Accrued</th>
        <th scope="col" class="number">Settled</th>
        <th scope="col">Trend</th>
        <th scope="col" class="number">Actions</th>
      </tr>
    </thead>
    <tbody>
      ${repeat(
        data.subscriptions,
        ({ id }) => id,
        meter => html`<tr>
          <td>
            <a class="link open" href=${`/dashboard/meters/${meter.id}`}>${names.get(meter.product) ?? meter.product}</a>
            <a class="sub" href=${`/dashboard/customers/${meter.customer}`}>${emails.get(meter.customer) ?? meter.customer}</a>
          </td>
          <td>${statusView(meter)}</td>
          <td class="number" data-label="Time">${durationText(meter.elapsed_seconds)}</td>
          <td class="number" data-label="Accrued">$${sixDecimals(meter.accrued_usd)}</td>
          <td class="number" data-label="Settled">$${sixDecimals(meter.settled_usd)}</td>
          ${trend(data, meter)}
          <td class="wide-cell">${actions(meter, busy.has(meter.id), handlers)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`
}

function actions(meter: Subscription, busy: boolean, handlers: DashboardHandlers) {
  const possible = meterActions(meter)
  if (possible.length === 0) return nothing
  return html`<div class="actions">
    ${possible.map(
      action =>
        html`<button
          class="button small ${action === 'start' ? '' : 'plain'}"
          type="button"
          ?disabled=${busy}
          @click=${() => handlers.act(meter, action)}
        >
          ${ACTION_NAMES[action]}
        </button>`,
    )}
  </div>`
}

function trend(data: DashboardData, { id, status }: Subscription): TemplateResult {
  return LIVE.has(status) ? html`<td data-label="Trend">${spark(data, id)}</td>` : html`<td></td>`
}

function spark({ samples, spacing_ms }: DashboardData, id: string) {
  const points = samples
    .slice(-SPARK_SAMPLES)
    .flatMap(({ at, meters }) => (meters[id] === undefined ? [] : [{ at, value: Number(meters[id]) }]))
  const path = sparkPath(points, spacing_ms, { width: 96, height: 24 })
  return path
    ? html`<svg class="spark" viewBox="0 0 96 24" aria-hidden="true"><path d=${path} /></svg>`
    : nothing
}
