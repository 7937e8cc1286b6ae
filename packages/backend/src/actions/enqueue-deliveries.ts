import type { Event, Scope } from '../domain/entities.ts'
import { newDelivery } from './new-delivery.ts'
import type { Operation } from './operation.ts'

/** Leaves one delivery of an event for each enabled endpoint of its merchant and mode that asked for its type. */
export async function enqueueDeliveries(operation: Operation, event: Event): Promise<void> {
  const { tx, now, endpoints } = operation
  const isOwn = ({ merchantId, mode }: Scope) => merchantId === event.merchantId && mode === event.mode
  for (const endpoint of endpoints?.filter(isOwn) ?? (await tx.webhookEndpoints.allOf(event))) {
    const wanted = endpoint.events === null || endpoint.events.includes(event.type)
    if (endpoint.status !== 'enabled' || !wanted) continue
    const dueAt = Math.max(now, endpoint.restsUntil ?? 0)
    await tx.deliveries.insert(newDelivery(operation, { endpointId: endpoint.id, eventId: event.id, dueAt }))
  }
}
