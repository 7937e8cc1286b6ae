import type { BillingEvent } from '@per-second/client'
import { html } from 'hono/html'
import { eventSubject, type KnownObjects } from '../event-subject.ts'
import { eventWords } from '../event-words.ts'
import { exactInstantText } from '../time-text.ts'
import { type Html, layout } from './layout.ts'

export type EventsPage = { events: BillingEvent[]; hasOlder: boolean; known: KnownObjects }

/** Everything that happened, a page at a time, newest first. */
export function eventsPage({ events, hasOlder, known }: EventsPage): Html {
  const last = events.at(-1)
  return layout({
    title: 'Events',
    current: 'dashboard',
    styles: ['/styles/dashboard.css'],
    body: html`<div class="wide dashboard">
      <p class="back"><a href="/dashboard">Dashboard</a></p>
      <div class="dashboard-head"><h1>Events</h1></div>
      <section class="panel" aria-label="Events">
        ${last ? html`<ol class="events">${events.map(row)}</ol>` : html`<p class="empty">Nothing older has happened.</p>`}
      </section>
      ${last && hasOlder ? html`<p class="older"><a class="button plain" href="/dashboard/events?after=${last.id}">Older events</a></p>` : ''}
    </div>`,
  })

  function row(event: BillingEvent): Html {
    const { text, amount } = eventWords(event)
    return html`<li>
      <time datetime="${new Date(event.created * 1000).toISOString()}">${exactInstantText(event.created)}</time>
      <a class="link open" href="/dashboard/events/${event.id}">${text}${amount === null ? '' : html` <strong>$${amount}</strong>`}</a>
      <span class="about">${eventSubject(event, known)}</span>
      <code>${event.type}</code>
    </li>`
  }
}
