import type { BillingClient } from '../client.ts'
import { ApiError, ConnectionError, RateLimitError } from '../request/errors.ts'
import { wait } from '../request/within.ts'
import type { BillingEvent } from '../resources/billing-event.ts'
import type { Surroundings } from './surroundings.ts'

const LOOK_EVERY_MILLISECONDS = 1_000
const PAGE = 100

export type Following = Pick<Surroundings, 'timing' | 'signal'> & {
  billing: Pick<BillingClient, 'events'>
  /** Id of the event after which to begin (default: the newest at the start). */
  since: string | undefined
  /** Told when the start is found: from now on nothing is missed. */
  onReady: () => void
  /** Called once when the service does not respond, and once when it does again. */
  onLost: (error: Error) => void
  onFound: () => void
}

/**
 * Every event from now on, in the order they happened, until the signal fires. If the service does not respond, the
 * generator waits and misses no event.
 *
 * @throws {BillingError} for a lasting fault: a wrong key, an unknown `since`, or a service that does not respond at
 * the start
 */
export async function* followEvents(following: Following): AsyncGenerator<BillingEvent, void> {
  const { billing, timing, signal } = following
  let last = following.since ?? (await newestId(billing, signal))
  following.onReady()
  let isLost = false
  while (!signal.aborted) {
    try {
      for await (const event of newerThan(last, billing, signal)) {
        yield event
        last = event.id
      }
      if (isLost) following.onFound()
      isLost = false
      await wait(timing, LOOK_EVERY_MILLISECONDS, signal)
    } catch (error) {
      if (signal.aborted) return
      if (!isPassing(error)) throw error
      if (!isLost) following.onLost(error)
      isLost = true
      await wait(timing, LOOK_EVERY_MILLISECONDS, signal).catch(() => {})
    }
  }
}

async function newestId({ events }: Following['billing'], signal: AbortSignal): Promise<string | undefined> {
  const { data } = await events.list({ limit: 1 }, { signal, maxRetries: 0 })
  return data[0]?.id
}

/** Oldest first. Where there was no event at all, there is no cursor to go on from. */
async function* newerThan(
  last: string | undefined,
  { events }: Following['billing'],
  signal: AbortSignal,
): AsyncGenerator<BillingEvent, void> {
  const options = { signal, maxRetries: 0 }
  if (last !== undefined) {
    yield* events.list({ ending_before: last, limit: PAGE }, options)
    return
  }
  const all: BillingEvent[] = []
  for await (const event of events.list({ limit: PAGE }, options)) all.push(event)
  yield* all.reverse()
}

function isPassing(error: unknown): error is Error {
  return error instanceof ConnectionError || error instanceof ApiError || error instanceof RateLimitError
}
