import type { BillingEvent } from '@per-second/client'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { DashboardData } from '../../store/dashboard-routes.ts'
import { eventWords } from '../../store/event-words.ts'
import { exactInstantText } from '../../store/time-text.ts'
import { sixDecimals } from '../money-text.ts'

export function eventsView(events: BillingEvent[], data: DashboardData): TemplateResult {
  return html`<section class="panel" aria-labelledby="events-title">
    <div class="panel-head"><h2 id="events-title">Events</h2></div>
    ${events.length === 0 ? noEvents() : list(events, data)}
  </section>`
}

function noEvents(): TemplateResult {
  return html`<p class="empty">Nothing has happened yet. What does appears here at once.</p>`
}

function list(events: BillingEvent[], data: DashboardData): TemplateResult {
  return html`<ol class="events">
    ${repeat(
      events,
      ({ id }) => id,
      event => {
        const { text, amount } = eventWords(event)
        return html`<li>
          <time datetime=${new Date(event.created * 1000).toISOString()}>${exactInstantText(event.created)}</time>
          <a class="link open" href=${`/dashboard/events/${event.id}`}
            >${text}${amount === null ? nothing : html` <strong>$${sixDecimals(amount)}</strong>`}</a
          >
          <span class="about">${about(event, data)}</span>
          <code>${event.type}</code>
        </li>`
      },
    )}
  </ol>`
}

/** Which machine, and whose. */
function about(event: BillingEvent, { subscriptions, products, customers }: DashboardData): string {
  const { meter, customer, product } = eventWords(event)
  const productId = product ?? subscriptions.find(({ id }) => id === meter)?.product
  const machine = products.find(({ id }) => id === productId)?.name
  const email = customers.find(({ id }) => id === customer)?.email
  return [machine, email].filter(part => part !== undefined).join(' · ')
}
