import type { UnixMillis } from '@per-second/protocol/time'
import type { WebhookDelivery, WebhookEndpoint } from '../domain/entities.ts'
import type { Transaction } from '../storage/storage.ts'
import { retryDelay, TRY_FOR_MILLIS } from './retry-schedule.ts'
import type { SendOutcome } from './send-webhook.ts'

/** How stale `lastSuccessAt` may be: a busy endpoint's row is not written with each delivery. */
const SUCCESS_PRECISION_MILLIS = 60_000
const GONE = 410
/** Answers that speak for the whole endpoint, not for this event (Standard Webhooks 1.0, and the gateways' own). */
const OVERLOADED = [429, 502, 503, 504]

type Booking = { tx: Transaction; now: UnixMillis }

/** What one attempt led to. */
export type AttemptResult = 'delivered' | 'retry' | 'given_up' | 'endpoint_disabled' | 'forgotten'

/**
 * Books what an attempt met. 2xx alone is success. Another answer puts this event off; silence or overload lets the endpoint rest
 * as a whole, so that a dead receiver costs one attempt at a time however much waits for it. 410 disables the endpoint, and so
 * does an event given up on after three days without any success. What was delivered, deleted or settled meanwhile stays as it is.
 *
 * @param random from 0 to 1, for the jitter
 */
export async function recordAttempt(
  operation: Booking,
  deliveryId: string,
  outcome: Exclude<SendOutcome, { aborted: true }>,
  random: number,
): Promise<AttemptResult> {
  const { tx, now } = operation
  const delivery = await tx.deliveries.get(deliveryId)
  const endpoint = delivery && (await tx.webhookEndpoints.get(delivery.endpointId))
  if (!delivery || !endpoint || delivery.status !== 'pending') return 'forgotten'
  const tried: WebhookDelivery = {
    ...delivery,
    attempts: delivery.attempts + 1,
    lastStatus: 'status' in outcome ? outcome.status : null,
    lastFailure: 'failure' in outcome ? outcome.failure : null,
    dueAt: null,
    claimedUntil: null,
  }
  if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) {
    await tx.deliveries.update({ ...tried, status: 'delivered' })
    await recordSuccess(operation, endpoint)
    return 'delivered'
  }
  if ('status' in outcome && outcome.status === GONE) {
    await tx.deliveries.update(tried)
    await disable(operation, endpoint)
    return 'endpoint_disabled'
  }
  const speaksForAll = !('status' in outcome) || OVERLOADED.includes(outcome.status)
  const dueAt = speaksForAll
    ? await rest(operation, endpoint, random)
    : now + retryDelay(tried.attempts, random)
  if (dueAt > delivery.created + TRY_FOR_MILLIS) {
    await tx.deliveries.update({ ...tried, status: 'failed' })
    const lastSuccess = (endpoint.lastSuccessAt ?? 0) + SUCCESS_PRECISION_MILLIS
    if (endpoint.status === 'disabled' || lastSuccess >= delivery.created) return 'given_up'
    await disable(operation, endpoint)
    return 'endpoint_disabled'
  }
  await tx.deliveries.update({ ...tried, dueAt: endpoint.status === 'enabled' ? dueAt : null })
  return 'retry'
}

async function recordSuccess({ tx, now }: Booking, endpoint: WebhookEndpoint): Promise<void> {
  const known = endpoint.lastSuccessAt !== null && now - endpoint.lastSuccessAt < SUCCESS_PRECISION_MILLIS
  if (known && endpoint.silences === 0) return
  await tx.webhookEndpoints.update({ ...endpoint, silences: 0, restsUntil: null, lastSuccessAt: now })
}

/**
 * Lets an endpoint rest, a little longer each time; attempts that were under way together count as one.
 *
 * @returns when the attempt's own event is due again: after all that waits, so that one bad event cannot keep the rest back
 */
async function rest({ tx, now }: Booking, endpoint: WebhookEndpoint, random: number): Promise<number> {
  if (endpoint.restsUntil !== null && endpoint.restsUntil > now) return endpoint.restsUntil + 1
  const silences = endpoint.silences + 1
  const restsUntil = now + retryDelay(silences, random)
  await tx.webhookEndpoints.update({ ...endpoint, silences, restsUntil })
  await tx.deliveries.postpone(endpoint.id, restsUntil)
  return restsUntil + 1
}

async function disable({ tx }: Booking, { id }: WebhookEndpoint): Promise<void> {
  const endpoint = await tx.webhookEndpoints.get(id)
  if (!endpoint) return
  await tx.webhookEndpoints.update({ ...endpoint, status: 'disabled' })
  await tx.deliveries.reschedule(id, null)
}
