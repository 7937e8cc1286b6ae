import type { UnixMillis } from '@per-second/protocol/time'
import type { WebhookDelivery } from './entities.ts'
import type { IdPrefix } from './id.ts'

/** A delivery without an attempt: it is given up three days from now. */
export function newDelivery(
  { now, newId }: { now: UnixMillis; newId: (prefix: IdPrefix) => string },
  of: { endpointId: string; eventId: string; dueAt: UnixMillis },
): WebhookDelivery {
  return {
    id: newId('dlv_'),
    ...of,
    status: 'pending',
    attempts: 0,
    lastStatus: null,
    lastFailure: null,
    created: now,
  }
}
