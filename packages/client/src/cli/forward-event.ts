import { connectionReason } from '../request/connection-reason.ts'
import { within } from '../request/within.ts'
import type { BillingEvent } from '../resources/billing-event.ts'
import { type TestEvent, webhooks } from '../webhooks.ts'
import type { Surroundings } from './surroundings.ts'
import { UsageError } from './usage-error.ts'

/** As long as the service itself waits for a receiver. */
const ANSWER_MILLISECONDS = 10_000

/** Enough for a sentence, and read no further. */
const MOST_REASON_BYTES = 1_024
const MOST_REASON_LETTERS = 160

/** A receiver's response with the reason for a refusal, or the reason for its absence. */
export type Delivery = { status: number; milliseconds: number; reason: string } | { failure: string }

export type Receiver = { url: string; secret: string }

/** Posts an event as the service would, signed now, and follows no redirect. Never throws but for the signal. */
export async function forwardEvent(
  event: BillingEvent | TestEvent,
  { url, secret }: Receiver,
  { fetch, timing, signal }: Pick<Surroundings, 'fetch' | 'timing' | 'signal'>,
): Promise<Delivery> {
  const { payload, headers } = await webhooks.signTestEvent(event, secret)
  const began = timing.monotonicMs()
  let answered: Delivery | null = null
  const onElapsed = () => answered ?? { failure: `no answer within ${ANSWER_MILLISECONDS / 1000} s` }
  return within<Delivery>(timing, { signal, milliseconds: ANSWER_MILLISECONDS, onElapsed }, async signal => {
    try {
      const init = { method: 'POST', body: payload, headers, redirect: 'manual', signal } as const
      const response = await fetch(url, init)
      const milliseconds = Math.round(timing.monotonicMs() - began)
      answered = { status: response.status, milliseconds, reason: '' }
      return { ...answered, reason: await refusal(response, secret) }
    } catch (error) {
      const { reason, code } = connectionReason(error)
      return { failure: `not reached (${code ?? reason})` }
    }
  })
}

/**
 * The first line of a refusal's body, short and without the secret. A control or format character could drive the
 * terminal, so each becomes a space.
 */
async function refusal(response: Response, secret: string): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  try {
    if (response.ok) await response.body?.cancel()
    else
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk.subarray(0, MOST_REASON_BYTES - bytes), { stream: true })
        bytes += chunk.length
        if (bytes >= MOST_REASON_BYTES) break
      }
  } catch {
    // The status is an answer without its body.
  }
  const [line = ''] = text.trimStart().split(/[\r\n\u2028\u2029]/)
  const plain = line.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  // Some receivers drop the prefix. JSON and HTML escape a slash, so a secret ends only where a word does.
  const bare = secret.replace(/^whsec_/, '')
  const safe = plain.replaceAll(bare, '…').replaceAll(/(whsec_|sk_(test|live)_)[^\s"'<>,]*/g, '…')
  return [...safe].slice(0, MOST_REASON_LETTERS).join('')
}

/** The outcome of a delivery, in a few words. */
export function tellDelivery(delivery: Delivery): string {
  if ('failure' in delivery) return `→ ${delivery.failure}`
  const { status, milliseconds, reason } = delivery
  return `→ ${status} (${milliseconds} ms)${reason && `  ${reason}`}`
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
