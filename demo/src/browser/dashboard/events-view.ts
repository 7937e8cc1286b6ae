import type { BillingEvent } from '@per-second/client'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { DashboardData } from '../../store/dashboard-routes.ts'
import { eventSubject } from '../../store/event-subject.ts'
import { eventWords } from '../../store/event-words.ts'
import { exactInstantText } from '../../store/time-text.ts'
import { sixDecimals } from '../money-text.ts'

export function eventsView(events: BillingEvent[], data: DashboardData): TemplateResult {
  return html`<section class="panel" aria-labelledby="events-title">
    <div class="panel-head">
      <h2 id="events-title">Events</h2>
      <a class="all" href="/dashboard/events">All events</a>
    </div>
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
          <span class="about">${eventSubject(event, data)}</span>
          <code>${event.type}</code>
        </li>`
      },
    )}
  </ol>`
}
