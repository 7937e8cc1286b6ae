import type { UnixMillis } from '@per-second/protocol/time'
import type { WebhookDelivery, WebhookEndpoint } from '../domain/entities.ts'
import { isBackingOff } from '../domain/is-backing-off.ts'
import type { Transaction } from '../storage/storage.ts'
import { resumeDeliveries } from './move-waiting.ts'
import { retryDelay, TRY_FOR_MILLIS } from './retry-schedule.ts'
import type { SendOutcome } from './send-webhook.ts'

/** How stale `lastSuccessAt` may be: a busy endpoint's row is not written with each delivery. */
const SUCCESS_PRECISION_MILLIS = 60_000
const GONE = 410
/** Answers that speak for the whole endpoint, not for this event (Standard Webhooks 1.0, and the gateways' own). */
const OVERLOADED = [429, 502, 503, 504]

type Booking = { tx: Transaction; now: UnixMillis }

/** An attempt, and the address that it was sent to. */
export type EndedAttempt = {
  deliveryId: string
  url: string
  outcome: Exclude<SendOutcome, { aborted: true }>
}

/** The result for its delivery. */
export type AttemptResult = 'delivered' | 'retry' | 'given_up' | 'endpoint_disabled' | 'forgotten'

/**
 * Books the result of an attempt. Only 2xx is success. Another response puts this event off. Silence or overload puts
 * off the endpoint as a whole, so that a dead receiver costs one attempt at a time with any number of waiting events.
 * 410 disables the endpoint, and so does an event given up on after three days without any success. A delivery that was
 * delivered, deleted or settled meanwhile stays as it is. The result of an address that the endpoint no longer has is
 * not booked on it.
 *
 * @param random from 0 to 1, for the jitter
 */
export async function recordAttempt(
  operation: Booking,
  { deliveryId, url, outcome }: EndedAttempt,
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
  }
  const retry = async (dueAt: UnixMillis): Promise<AttemptResult> => {
    await tx.deliveries.update({ ...tried, dueAt: endpoint.status === 'enabled' ? dueAt : null })
    return 'retry'
  }
  if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) {
    await tx.deliveries.update({ ...tried, status: 'delivered' })
    if (url === endpoint.url) await recordSuccess(operation, endpoint)
    return 'delivered'
  }
  if (url !== endpoint.url) return retry(now)
  if ('status' in outcome && outcome.status === GONE) {
    await tx.deliveries.update(tried)
    await disable(operation, endpoint)
    return 'endpoint_disabled'
  }
  const speaksForAll = !('status' in outcome) || OVERLOADED.includes(outcome.status)
  const wait = { random, requested: ('status' in outcome && outcome.retryAfter) || 0 }
  const dueAt = speaksForAll
    ? await backOff(operation, endpoint, wait)
    : now + retryDelay(tried.attempts, wait)
  if (!speaksForAll && endpoint.restsUntil !== null && !isBackingOff(endpoint, now))
    await tx.webhookEndpoints.update({ ...endpoint, restsUntil: await resumeDeliveries(operation, endpoint) })
  if (dueAt <= delivery.created + TRY_FOR_MILLIS) return retry(dueAt)
  await tx.deliveries.update({ ...tried, status: 'failed' })
  const lastSuccess = (endpoint.lastSuccessAt ?? 0) + SUCCESS_PRECISION_MILLIS
  if (endpoint.status === 'disabled' || lastSuccess >= delivery.created) return 'given_up'
  await disable(operation, endpoint)
  return 'endpoint_disabled'
}

async function recordSuccess(operation: Booking, endpoint: WebhookEndpoint): Promise<void> {
  const { tx, now } = operation
  const isKnown = endpoint.lastSuccessAt !== null && now - endpoint.lastSuccessAt < SUCCESS_PRECISION_MILLIS
  if (isKnown && endpoint.silences === 0 && endpoint.restsUntil === null) return
  const restsUntil = await resumeDeliveries(operation, endpoint)
  await tx.webhookEndpoints.update({ ...endpoint, silences: 0, restsUntil, lastSuccessAt: now })
}

/**
 * Puts an endpoint off as a whole, for a little longer each time. Concurrent attempts count as one.
 *
 * @returns when the attempt's own event is due again: after all waiting ones, so that one bad event cannot keep the
 * rest back
 */
async function backOff(
  { tx, now }: Booking,
  endpoint: WebhookEndpoint,
  wait: Parameters<typeof retryDelay>[1],
): Promise<number> {
  if (isBackingOff(endpoint, now)) return endpoint.restsUntil + 1
  const silences = endpoint.silences + 1
  const restsUntil = now + retryDelay(silences, wait)
  await tx.webhookEndpoints.update({ ...endpoint, silences, restsUntil })
  return restsUntil + 1
}

async function disable({ tx }: Booking, { id }: WebhookEndpoint): Promise<void> {
  const endpoint = await tx.webhookEndpoints.get(id)
  if (endpoint) await tx.webhookEndpoints.update({ ...endpoint, status: 'disabled' })
}
