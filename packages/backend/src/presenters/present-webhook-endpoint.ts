import { eventTypeSchema } from '@per-second/protocol/schema'
import { toUnixSeconds } from '@per-second/protocol/time'
import type { WebhookEndpoint as WireWebhookEndpoint } from '@per-second/protocol/types'
import type { WebhookEndpoint } from '../domain/entities.ts'

/** Names every event type for an endpoint that wants them all. The secret is no part of it. */
export function presentWebhookEndpoint(endpoint: WebhookEndpoint): WireWebhookEndpoint {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    url: endpoint.url,
    events: endpoint.events ?? [...eventTypeSchema.options],
    status: endpoint.status,
    livemode: endpoint.mode === 'live',
    created: toUnixSeconds(endpoint.created),
  }
}
