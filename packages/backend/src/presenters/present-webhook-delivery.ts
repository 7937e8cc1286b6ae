import { toUnixSeconds } from '@per-second/protocol/time'
import type { WebhookDelivery as WireWebhookDelivery } from '@per-second/protocol/types'
import type { Mode, WebhookDelivery } from '../domain/entities.ts'

/** A delivery is of the mode of its event. */
export function presentWebhookDelivery(
  delivery: WebhookDelivery,
  { mode }: { mode: Mode },
): WireWebhookDelivery {
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
