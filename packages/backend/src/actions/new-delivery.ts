import type { UnixMillis } from '@per-second/protocol/time'
import type { WebhookDelivery } from '../domain/entities.ts'
import type { Operation } from './operation.ts'

/** One that nobody has tried: it is given up three days from now. */
export function newDelivery(
  { now, newId }: Operation,
  of: { endpointId: string; eventId: string; dueAt: UnixMillis },
): WebhookDelivery {
  return {
    id: newId('dlv_'),
    ...of,
    status: 'pending',
    attempts: 0,
    lastStatus: null,
    lastFailure: null,
    claimedUntil: null,
    created: now,
  }
}
