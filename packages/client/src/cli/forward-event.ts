import { connectionReason } from '../request/connection-reason.ts'
import { within } from '../request/within.ts'
import type { BillingEvent } from '../resources/billing-event.ts'
import { type TestEvent, webhooks } from '../webhooks.ts'
import type { Surroundings } from './surroundings.ts'
import { UsageError } from './usage-error.ts'

/** As long as the service itself waits for a receiver. */
const ANSWER_MILLISECONDS = 10_000

/** A receiver's response, or the reason for its absence. */
export type Delivery = { status: number; milliseconds: number } | { failure: string }

export type Receiver = { url: string; secret: string }

/** Posts an event as the service would, signed now, and follows no redirect. Never throws but for the signal. */
export async function forwardEvent(
  event: BillingEvent | TestEvent,
  { url, secret }: Receiver,
  { fetch, timing, signal }: Pick<Surroundings, 'fetch' | 'timing' | 'signal'>,
): Promise<Delivery> {
  const { payload, headers } = await webhooks.signTestEvent(event, secret)
  const began = timing.monotonicMs()
  const onElapsed = (): Delivery => ({ failure: `no answer within ${ANSWER_MILLISECONDS / 1000} s` })
  return within<Delivery>(timing, { signal, milliseconds: ANSWER_MILLISECONDS, onElapsed }, async signal => {
    try {
      const init = { method: 'POST', body: payload, headers, redirect: 'manual', signal } as const
      const { status } = await fetch(url, init)
      return { status, milliseconds: Math.round(timing.monotonicMs() - began) }
    } catch (error) {
      const { reason, code } = connectionReason(error)
      return { failure: `not reached (${code ?? reason})` }
    }
  })
}

/** The outcome of a delivery, in a few words. */
export function tellDelivery(delivery: Delivery): string {
  return 'failure' in delivery
    ? `→ ${delivery.failure}`
    : `→ ${delivery.status} (${delivery.milliseconds} ms)`
}

export function isTaken(delivery: Delivery): boolean {
  return 'status' in delivery && delivery.status >= 200 && delivery.status < 300
}

/** @throws {UsageError} for text that is no http(s) address. `localhost:3000/webhooks` is one */
export function receiverUrl(given: unknown): string {
  const text = String(given)
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  try {
    const { href, protocol } = new URL(url)
    if (protocol === 'http:' || protocol === 'https:') return href
  } catch {
    // Said below.
  }
  throw new UsageError(`--forward-to ${text} is no http(s) address.`, '--forward-to')
}
