import type { UnixMillis } from '@per-second/protocol/time'
import type { WebhookEndpoint } from './entities.ts'

type BackingOff = Pick<WebhookEndpoint, 'silences'> & { restsUntil: UnixMillis }

/** Whether nothing is sent to a webhook endpoint now because nobody seemed to be at work there. */
export function isBackingOff<T extends Pick<WebhookEndpoint, 'silences' | 'restsUntil'>>(
  endpoint: T,
  now: UnixMillis,
): endpoint is T & BackingOff {
  return endpoint.silences > 0 && endpoint.restsUntil !== null && endpoint.restsUntil > now
}
