import type { EventType } from '@per-second/protocol/types'
import type { Scope } from './entities.ts'
import type { Operation } from './operation.ts'

/**
 * Writes what happened beside the effect itself, with the resource as it is now on the wire: both commit or neither does, and
 * deliveries are made from this row later (transactional outbox).
 */
export async function recordEvent(
  operation: Operation,
  scope: Scope,
  type: EventType,
  resource: unknown,
): Promise<void> {
  await operation.tx.events.insert({
    id: operation.newId('evt_'),
    merchantId: scope.merchantId,
    mode: scope.mode,
    type,
    data: resource,
    created: operation.now,
  })
}
