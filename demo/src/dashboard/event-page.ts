import type { BillingEvent, Customer, Product, WebhookDelivery, WebhookEndpoint } from '@per-second/client'
import { html } from 'hono/html'
import { copyable } from '../page/icon.ts'
import type { Html } from '../page/layout.ts'
import { sixDecimals } from '../page/money-text.ts'
import { exactInstantText } from '../page/time-text.ts'
import { panel } from './dashboard-frame.ts'
import { type Column, dataTable, sub } from './data-table.ts'
import { answerText } from './delivery-text.ts'
import { eventWords } from './event-words.ts'
import { factsPanel, objectPage } from './object-page.ts'
import { statusPill } from './status-text.ts'

export type EventPage = {
  event: BillingEvent
  /** The event's object, as it is now. */
  product: Product | null
  customer: Customer | null
  deliveries: WebhookDelivery[]
  endpoints: WebhookEndpoint[]
  /** Why a resend was not possible. */
  failure: string | null
}

/** An event for people: its content, its subscriber, and its delivery to each webhook endpoint. */
export function eventPage(page: EventPage): Html {
  const { event, product, customer, deliveries, endpoints, failure } = page
  const { text, amount, txHash, meter } = eventWords(event)
  const machine = product?.name ?? null
  const facts = factsPanel([
    ['Happened', exactInstantText(event.created)],
    ['Type', html`<code>${event.type}</code>`],
    [
      'Machine',
      meter === null ? machine : html`<a href="/dashboard/meters/${meter}">${machine ?? meter}</a>`,
    ],
    ['Customer', customer && html`<a href="/dashboard/customers/${customer.id}">${customer.email}</a>`],
    ['Transaction', txHash && copyable(txHash)],
    ['Event', copyable(event.id)],
  ])
  const endpointOf = ({ webhook_endpoint }: WebhookDelivery) =>
    endpoints.find(({ id }) => id === webhook_endpoint)
  const urlOf = (delivery: WebhookDelivery) => endpointOf(delivery)?.url ?? delivery.webhook_endpoint
  const isDisabled = (delivery: WebhookDelivery) => endpointOf(delivery)?.status === 'disabled'
  const columns: Column<WebhookDelivery>[] = [
    [
      'Endpoint',
      'what',
      delivery =>
        html`${urlOf(delivery)}${isDisabled(delivery) ? sub('Disabled: nothing is sent to it') : ''}`,
    ],
    ['Status', 'state', ({ status }) => statusPill(status)],
    ['Attempts', 'number', ({ attempts }) => attempts],
    ['Last answer', '', answerText],
    ['Next attempt', '', delivery => nextAttempt(delivery, isDisabled(delivery))],
    [
      'Actions',
      'acts',
      delivery => html`<form method="post" action="/dashboard/events/${event.id}/resend">
        <input type="hidden" name="webhook_endpoint" value="${delivery.webhook_endpoint}" />
        <button class="button plain" aria-label="Resend to ${urlOf(delivery)}" ${isDisabled(delivery) ? 'disabled' : ''}>Resend</button>
      </form>`,
    ],
  ]
  const none = html`<p class="empty">No webhook endpoint asked for this type when it happened, or it is more than 30 days ago.</p>`
  const table = deliveries.length === 0 ? none : dataTable('Webhook deliveries', columns, deliveries)
  return objectPage({
    title: amount === null ? text : `${text} $${sixDecimals(amount)}`,
    tab: 'Events',
    object: event,
    body: html`${failure === null ? '' : html`<p class="alert" role="alert">${failure}</p>`} ${facts}
      ${panel('deliveries', { title: 'Webhook deliveries' }, table)}`,
  })
}

function nextAttempt({ status, next_attempt_at: at }: WebhookDelivery, isDisabled: boolean): string {
  if (at !== null) return exactInstantText(at)
  return status === 'pending' && isDisabled ? 'When it is enabled' : 'None'
}
