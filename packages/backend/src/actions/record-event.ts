import type { EventType } from '@per-second/protocol/types'
import type { Event, Scope } from '../domain/entities.ts'
import { enqueueDeliveries } from './enqueue-deliveries.ts'
import type { Operation } from './operation.ts'

/**
 * Writes what happened beside the effect itself, with the resource as it is now on the wire, and a delivery for each webhook
 * endpoint that wants it: all of it commits or none does (transactional outbox).
 */
export async function recordEvent(
  operation: Operation,
  scope: Scope,
  type: EventType,
  resource: unknown,
): Promise<void> {
  const event: Event = {
    id: operation.newId('evt_'),
    merchantId: scope.merchantId,
    mode: scope.mode,
    type,
    data: resource,
    traceparent: operation.traceparent ?? null,
    created: operation.now,
  }
  await operation.tx.events.insert(event)
  await enqueueDeliveries(operation, event)
}
