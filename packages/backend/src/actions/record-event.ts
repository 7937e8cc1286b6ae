import type { EventType } from '@per-second/protocol/types'
import type { Event, Scope } from '../domain/entities.ts'
import { isBackingOff } from '../domain/is-backing-off.ts'
import { newDelivery } from '../domain/new-delivery.ts'
import type { Operation } from './operation.ts'

/**
 * Writes an event beside its effect, with the resource as it is now on the wire, and a delivery for each webhook
 * endpoint that wants it. All of it commits or nothing does (transactional outbox).
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

/** Leaves one delivery of an event for each enabled endpoint of its merchant and mode that asked for its type. */
async function enqueueDeliveries(operation: Operation, event: Event): Promise<void> {
  const { tx, now, endpoints } = operation
  const isOwn = ({ merchantId, mode }: Scope) => merchantId === event.merchantId && mode === event.mode
  for (const endpoint of endpoints?.filter(isOwn) ?? (await tx.webhookEndpoints.allOf(event))) {
    const wanted = endpoint.events === null || endpoint.events.includes(event.type)
    if (endpoint.status !== 'enabled' || !wanted) continue
    const dueAt = isBackingOff(endpoint, now) ? endpoint.restsUntil : now
    await tx.deliveries.insert(newDelivery(operation, { endpointId: endpoint.id, eventId: event.id, dueAt }))
  }
}
