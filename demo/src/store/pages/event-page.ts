import type { BillingEvent, Customer, Product, WebhookDelivery, WebhookEndpoint } from '@per-second/client'
import { html } from 'hono/html'
import { answerText } from '../delivery-text.ts'
import { eventWords } from '../event-words.ts'
import { exactInstantText } from '../time-text.ts'
import type { Html } from './layout.ts'
import { factsPanel, objectPage, panel } from './object-page.ts'
import { statusPill } from './status-pill.ts'
import { transaction } from './transaction.ts'

export type EventPage = {
  event: BillingEvent
  /** What it is about, as it is now. */
  product: Product | null
  customer: Customer | null
  deliveries: WebhookDelivery[]
  endpoints: WebhookEndpoint[]
  explorer: string | null
  /** Why a resend was not possible. */
  failure: string | null
  asJson: boolean
}

/** An event for people: what happened to whom, and what became of it at each webhook endpoint. */
export function eventPage(page: EventPage): Html {
  const { event, product, customer, deliveries, endpoints, explorer, failure, asJson } = page
  const { text, amount, txHash, meter } = eventWords(event)
  return objectPage({
    title: text,
    heading: amount === null ? text : `${text} $${amount}`,
    address: `/dashboard/events/${event.id}`,
    object: event,
    asJson,
    overview:
      () => html`${failure === null ? '' : html`<p class="notice" role="alert">${failure}</p>`} ${facts()}
      ${panel('deliveries', 'Webhook deliveries', deliveries.length === 0 ? noDeliveries() : deliveryTable())}`,
  })

  function facts(): Html {
    const machine = product?.name ?? null
    return factsPanel([
      ['Happened', exactInstantText(event.created)],
      ['Type', html`<code>${event.type}</code>`],
      [
        'Machine',
        meter === null ? machine : html`<a href="/dashboard/meters/${meter}">${machine ?? meter}</a>`,
      ],
      ['Customer', customer && html`<a href="/dashboard/customers/${customer.id}">${customer.email}</a>`],
      ['Transaction', txHash && transaction(txHash, explorer)],
      ['Event', html`<code>${event.id}</code>`],
    ])
  }

  function noDeliveries(): Html {
    return html`<p class="empty">
      Nobody was told: no webhook endpoint asked for this type when it happened, or it is more than 30 days ago.
    </p>`
  }

  function deliveryTable(): Html {
    return html`<table class="rows" aria-labelledby="deliveries-title">
      <thead><tr>
        <th scope="col">Endpoint</th><th scope="col">Status</th><th scope="col" class="number">Attempts</th>
        <th scope="col">Last answer</th><th scope="col">Next attempt</th>
        <th scope="col"><span class="unseen">Actions</span></th>
      </tr></thead>
      <tbody>${deliveries.map(deliveryRow)}</tbody>
    </table>`
  }

  function deliveryRow(delivery: WebhookDelivery): Html {
    const endpoint = endpoints.find(({ id }) => id === delivery.webhook_endpoint)
    const url = endpoint?.url ?? delivery.webhook_endpoint
    const isDisabled = endpoint?.status === 'disabled'
    return html`<tr id="${delivery.id}">
      <td class="address">${url}${isDisabled ? html`<span class="sub">Disabled: nothing is sent to it</span>` : ''}</td>
      <td>${statusPill(delivery.status)}</td>
      <td class="number" data-label="Attempts">${delivery.attempts}</td>
      <td data-label="Last answer">${answerText(delivery)}</td>
      <td data-label="Next attempt">${nextAttempt(delivery, isDisabled)}</td>
      <td class="wide-cell">
        <form class="actions" method="post" action="/dashboard/events/${event.id}/resend">
          <input type="hidden" name="webhook_endpoint" value="${delivery.webhook_endpoint}" />
          <button class="button small plain" aria-label="Resend to ${url}" ${isDisabled ? 'disabled' : ''}>Resend</button>
        </form>
      </td>
    </tr>`
  }
}

function nextAttempt({ status, next_attempt_at: at }: WebhookDelivery, isDisabled: boolean): string {
  if (at !== null) return exactInstantText(at)
  return status === 'pending' && isDisabled ? 'When it is enabled' : 'None'
}
