import type { UnixMillis } from '@per-second/protocol/time'
import type { EventType } from '@per-second/protocol/types'
import { ApiError } from '../domain/api-error.ts'
import type { Event, Scope, WebhookDelivery, WebhookEndpoint } from '../domain/entities.ts'
import { isBackingOff } from '../domain/is-backing-off.ts'
import type { Operation } from './operation.ts'

/**
 * Writes an event beside its effect, with the resource as it is now on the wire, and a delivery for each webhook
 * endpoint that wants it. All of it commits or nothing does (transactional outbox).
 */
export async function recordEvent(
  operation: Operation,
  scope: Scope,
  { type, resource }: { type: EventType; resource: unknown },
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

/**
 * Makes an event due at one endpoint now, after any earlier outcome there, even if the endpoint did not ask for its
 * type. It is sent to an endpoint that backs off, too. Its three days of attempts start again.
 *
 * @throws {ApiError} `parameter_invalid` for an endpoint that is disabled
 */
export async function resendEvent(
  operation: Operation,
  event: Event,
  endpoint: WebhookEndpoint,
): Promise<WebhookDelivery> {
  const { tx, now } = operation
  if (endpoint.status === 'disabled') {
    throw new ApiError(
      'parameter_invalid',
      'This webhook endpoint is disabled. Set its status to "enabled" first, which also sends its pending events.',
      { param: 'webhook_endpoint' },
    )
  }
  if (isBackingOff(endpoint, now)) await tx.webhookEndpoints.update({ ...endpoint, silences: 0 })
  const delivery = newDelivery(operation, { endpointId: endpoint.id, eventId: event.id, dueAt: now })
  const [known] = await tx.deliveries.ofEvent(event.id, [endpoint.id])
  if (known === undefined) {
    await tx.deliveries.insert(delivery)
    return delivery
  }
  // An attempt that is under way counts as the first one: two at once would be one too many.
  const resent = { ...delivery, id: known.id }
  await tx.deliveries.update(resent)
  return resent
}

/** A delivery without an attempt: it is given up three days from now. */
function newDelivery(
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
    created: now,
  }
}
