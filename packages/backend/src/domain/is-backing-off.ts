import type { UnixMillis } from '@per-second/protocol/time'
import type { WebhookEndpoint } from './entities.ts'

/** Whether the service sends nothing to a webhook endpoint now because its receiver seemed to be at rest. */
export function isBackingOff(
  endpoint: WebhookEndpoint,
  now: UnixMillis,
): endpoint is WebhookEndpoint & { restsUntil: UnixMillis } {
  return endpoint.silences > 0 && endpoint.restsUntil !== null && endpoint.restsUntil > now
}
