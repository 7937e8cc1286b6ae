import { type BillingClient, BillingError, type BillingEvent, InvalidRequestError } from '@per-second/client'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Followers } from './followers.ts'
import type { Look, MeterWatch } from './watch-meters.ts'

export type DashboardSources = {
  billing: BillingClient
  meters: Pick<MeterWatch, 'follow'>
  /** Told when a webhook has arrived. What happened is asked for then: webhooks come in no promised order, the list of events in one. */
  arrivals: Followers<void>
}

/** Events that a dashboard begins with. */
const FIRST_EVENTS = 20

const COME_BACK_AFTER_MS = 1000
/** Proxies end a connection on which nothing is said for a minute or less. */
const HEARTBEAT_MS = 15_000

/**
 * What happens, as it happens, to one open dashboard (`text/event-stream`): `happened` with an event, in the order of the service's
 * list, and `look` with the meters while anything about them changes. With the `Last-Event-ID` that a browser sends when it comes
 * back it begins after that event, else with the newest ones. When the billing service does not answer the stream ends, and the
 * browser comes back by itself.
 */
export function dashboardStream(
  context: Context,
  { billing, meters, arrivals }: DashboardSources,
  heartbeatMs = HEARTBEAT_MS,
): Response {
  // Hono answers HEAD as GET and drops what is written: nobody would be there to end it.
  if (context.req.method === 'HEAD') return context.body(null, 200, { 'content-type': 'text/event-stream' })
  return streamSSE(context, async stream => {
    let last = context.req.header('last-event-id')
    let mayHaveNews = true
    let look: Look | undefined
    let shown = ''
    const ending = new AbortController()
    const { signal } = ending
    let wake = () => {}
    const stops = [
      arrivals.follow(() => {
        mayHaveNews = true
        wake()
      }),
      meters.follow(found => {
        look = found ?? undefined
        if (found === null) ending.abort()
        wake()
      }),
    ]
    stream.onAbort(() => {
      ending.abort()
      wake()
    })
    try {
      await stream.write(`retry: ${COME_BACK_AFTER_MS}\n\n`)
      while (!signal.aborted) {
        if (mayHaveNews) {
          mayHaveNews = false
          for await (const event of eventsAfter(last, billing, signal)) {
            if (signal.aborted) break
            await stream.writeSSE({ event: 'happened', id: event.id, data: JSON.stringify(event) })
            last = event.id
          }
        } else if (look) {
          // Only the newest is kept: a browser that reads slowly is told less often, and nothing piles up for it.
          const { subscriptions } = look
          const data = JSON.stringify(look)
          look = undefined
          if (shown === JSON.stringify(subscriptions)) continue
          shown = JSON.stringify(subscriptions)
          await stream.writeSSE({ event: 'look', data })
        } else if (!(await isWokenWithin(heartbeatMs))) {
          await stream.write(': nothing new\n\n')
        }
      }
    } catch (error) {
      if (!(error instanceof BillingError)) throw error
    } finally {
      for (const stop of stops) stop()
    }

    function isWokenWithin(milliseconds: number): Promise<boolean> {
      return new Promise(resolve => {
        const timer = setTimeout(() => resolve(false), milliseconds)
        wake = () => {
          clearTimeout(timer)
          resolve(true)
        }
      })
    }
  })
}

/** Oldest first. An id that the service does not know is one of a store that has started over: it is as good as none. */
async function* eventsAfter(
  last: string | undefined,
  { events }: BillingClient,
  signal: AbortSignal,
): AsyncGenerator<BillingEvent> {
  if (last !== undefined) {
    try {
      return yield* events.list({ ending_before: last, limit: 100 }, { signal })
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error
    }
  }
  yield* (await events.list({ limit: FIRST_EVENTS }, { signal })).data.toReversed()
}
