import {
  eventSchema,
  listEventsQuerySchema,
  listSchema,
  resendEventBodySchema,
  webhookDeliverySchema,
} from '@per-second/protocol/schema'
import { toUnixSeconds } from '@per-second/protocol/time'
import type { WebhookDelivery as WireWebhookDelivery } from '@per-second/protocol/types'
import { resendEvent } from '../actions/record-event.ts'
import type { Mode, WebhookDelivery } from '../domain/entities.ts'
import { presentEvent } from '../presenters/present-event.ts'
import { findOrRefuse } from './find-or-refuse.ts'
import { presentList, readRoutes } from './read-routes.ts'
import { effectRoute, type Route, readRoute } from './route.ts'

/** A reader that was away for longer than events are kept must not take the remainder for all events. */
const GONE =
  ' Events are kept for a limited time: if it was one, list them without a cursor, and look at the invoices and subscriptions of the time before.'

export const eventRoutes: Route[] = [
  ...readRoutes({
    path: '/v1/events',
    operationId: 'events',
    noun: 'event',
    query: listEventsQuerySchema,
    response: eventSchema,
    texts: {
      list: 'Newest first. Returns every event that a webhook delivers, as far back as the service keeps events (default: 30 days). The list ends there (`has_more` is false), and an older event as a cursor is `resource_missing`. Invoices and subscriptions are kept.',
      cure: GONE,
    },
    of: tx => tx.events,
    filter: ({ type }) => ({ type }),
    present: presentEvent,
  }),
  readRoute({
    path: '/v1/events/{id}/deliveries',
    operationId: 'events.deliveries',
    summary: 'List an event’s deliveries to each webhook endpoint',
    description:
      'One page, newest endpoint first: a merchant has at most 100 endpoints. An endpoint that does not subscribe to this type, was disabled or was created later has no delivery. Finished deliveries are deleted after 30 days.',
    auth: 'secret',
    response: listSchema(webhookDeliverySchema),
    read: async ({ caller: { scope }, params }, tx) => {
      const event = await findOrRefuse(tx.events, scope, { id: params.id, noun: 'event' })
      const endpoints = (await tx.webhookEndpoints.allOf(scope)).map(({ id }) => id)
      const deliveries = await tx.deliveries.ofEvent(event.id, endpoints)
      const data = deliveries.toReversed().map(delivery => presentWebhookDelivery(delivery, scope))
      return presentList(`/v1/events/${event.id}/deliveries`, data, false)
    },
  }),
  effectRoute({
    path: '/v1/events/{id}/resend',
    operationId: 'events.resend',
    summary: 'Resend an event to a webhook endpoint',
    description:
      'Sends at once with the same `webhook-id`, and retries for three days again. Works for endpoints that do not subscribe to this type or were created later. A receiver that has the event must ignore the repeat.',
    auth: 'secret',
    body: resendEventBodySchema,
    response: webhookDeliverySchema,
    act: async ({ caller: { scope }, params, body }, operation) => {
      const { events, webhookEndpoints } = operation.tx
      const event = await findOrRefuse(events, scope, { id: params.id, noun: 'event' })
      const endpoint = await findOrRefuse(webhookEndpoints, scope, {
        id: body.webhook_endpoint,
        noun: 'webhook endpoint',
        param: 'webhook_endpoint',
      })
      return { body: presentWebhookDelivery(await resendEvent(operation, event, endpoint), scope) }
    },
  }),
]

/** A delivery is of the mode of its event. */
function presentWebhookDelivery(delivery: WebhookDelivery, { mode }: { mode: Mode }): WireWebhookDelivery {
  return {
    id: delivery.id,
    object: 'webhook_delivery',
    event: delivery.eventId,
    webhook_endpoint: delivery.endpointId,
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: delivery.lastStatus,
    failure: delivery.lastFailure,
    next_attempt_at: delivery.dueAt === null ? null : toUnixSeconds(delivery.dueAt),
    livemode: mode === 'live',
    created: toUnixSeconds(delivery.created),
  }
}
