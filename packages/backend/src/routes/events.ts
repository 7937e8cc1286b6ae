import {
  emptyQuerySchema,
  eventSchema,
  listEventsQuerySchema,
  listSchema,
  resendEventBodySchema,
  webhookDeliverySchema,
} from '@per-second/protocol/schema'
import { resendEvent } from '../actions/resend-event.ts'
import { presentEvent } from '../presenters/present-event.ts'
import { presentList } from '../presenters/present-list.ts'
import { presentWebhookDelivery } from '../presenters/present-webhook-delivery.ts'
import { findOrRefuse } from './find-or-refuse.ts'
import { pageOrRefuse, pageRequest } from './page-request.ts'
import { effectRoute, type Route, readRoute } from './route.ts'

/** A reader who was away for longer than events are kept must not take what is left for all there was. */
const GONE =
  ' Events are kept for a limited time: if it was one, list them without a cursor, and look at the invoices and subscriptions of the time before.'

export const eventRoutes: Route[] = [
  readRoute({
    method: 'GET',
    path: '/v1/events',
    operationId: 'events.list',
    summary: 'List events',
    auth: 'secret',
    query: listEventsQuerySchema,
    body: null,
    response: listSchema(eventSchema),
    read: async ({ caller, query }, tx) => {
      const filter = { type: query.type }
      const page = pageOrRefuse(await tx.events.list(caller.scope, pageRequest(query), filter), query, GONE)
      return presentList('/v1/events', page.data.map(presentEvent), page.hasMore)
    },
  }),
  readRoute({
    method: 'GET',
    path: '/v1/events/{id}',
    operationId: 'events.retrieve',
    summary: 'Retrieve an event',
    auth: 'secret',
    query: emptyQuerySchema,
    body: null,
    response: eventSchema,
    read: async ({ caller, params }, tx) =>
      presentEvent(await findOrRefuse(tx.events, caller.scope, params.id, 'event')),
  }),
  readRoute({
    method: 'GET',
    path: '/v1/events/{id}/deliveries',
    operationId: 'events.deliveries',
    summary: 'List what became of an event at each webhook endpoint',
    auth: 'secret',
    query: emptyQuerySchema,
    body: null,
    response: listSchema(webhookDeliverySchema),
    read: async ({ caller: { scope }, params }, tx) => {
      const event = await findOrRefuse(tx.events, scope, params.id, 'event')
      const endpoints = (await tx.webhookEndpoints.allOf(scope)).map(({ id }) => id)
      const deliveries = await tx.deliveries.ofEvent(event.id, endpoints)
      const data = deliveries.toReversed().map(delivery => presentWebhookDelivery(delivery, scope))
      return presentList(`/v1/events/${event.id}/deliveries`, data, false)
    },
  }),
  effectRoute({
    method: 'POST',
    path: '/v1/events/{id}/resend',
    operationId: 'events.resend',
    summary: 'Send an event to a webhook endpoint once more',
    auth: 'secret',
    query: emptyQuerySchema,
    body: resendEventBodySchema,
    response: webhookDeliverySchema,
    act: async ({ caller: { scope }, params, body }, operation) => {
      const { events, webhookEndpoints } = operation.tx
      const event = await findOrRefuse(events, scope, params.id, 'event')
      const endpoint = await findOrRefuse(
        webhookEndpoints,
        scope,
        body.webhook_endpoint,
        'webhook endpoint',
        'webhook_endpoint',
      )
      return { body: presentWebhookDelivery(await resendEvent(operation, event, endpoint), scope) }
    },
  }),
]
