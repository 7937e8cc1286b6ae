import type { UnixMillis } from '@per-second/protocol/time'
import type { WebhookEndpoint } from './entities.ts'

/** Whether nothing is sent to a webhook endpoint now because nobody seemed to be at work there. */
export function isBackingOff(
  endpoint: WebhookEndpoint,
  now: UnixMillis,
): endpoint is WebhookEndpoint & { restsUntil: UnixMillis } {
  return endpoint.silences > 0 && endpoint.restsUntil !== null && endpoint.restsUntil > now
}
