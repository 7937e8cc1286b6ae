import { type BillingClient, BillingError, type Subscription } from '@per-second/client'
import { type Figures, sumFigures } from './figures.ts'
import { createFollowers, type Followers } from './followers.ts'
import { type History, lookAt, type Sample } from './history.ts'
import { listMeters } from './list-meters.ts'

/** All meters at one instant, newest first, and how far apart the samples of the history lie. */
export type Look = { subscriptions: Subscription[]; figures: Figures; sample: Sample; spacing_ms: number }

/** Who follows is told of every look from now on, the first at once; null when the billing service did not answer. */
export type MeterWatch = AsyncDisposable & Pick<Followers<Look | null>, 'follow'>

/** Meters count whole seconds: a look that follows sooner shows nothing new. */
const FOLLOWED_EVERY_MS = 1000

/**
 * Looks at the meters until disposed: every second while somebody follows, else as often as the history asks for. While the
 * billing service does not answer, nothing is recorded: the chart shows a gap.
 */
export function watchMeters(billing: BillingClient, history: History): MeterWatch {
  const followers = createFollowers<Look | null>()
  const ending = new AbortController()
  let wake = () => {}
  const watching = watch()

  async function watch(): Promise<void> {
    let recordsFrom = 0
    while (!ending.signal.aborted) {
      try {
        const subscriptions = await listMeters(billing, ending.signal)
        // The figures are as they were when the answer was made, however long that took to come about.
        const at = Date.now()
        if (at >= recordsFrom) {
          history.record(at, subscriptions)
          recordsFrom = at + history.spacingMs() - FOLLOWED_EVERY_MS / 2
        }
        followers.tell({
          subscriptions,
          figures: sumFigures(subscriptions),
          sample: lookAt(at, subscriptions),
          spacing_ms: history.spacingMs(),
        })
      } catch (error) {
        if (!(error instanceof BillingError)) throw error
        followers.tell(null)
      }
      if (!ending.signal.aborted) await pause(followers.count() > 0 ? FOLLOWED_EVERY_MS : history.spacingMs())
    }
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    follow(told) {
      const stop = followers.follow(told)
      wake()
      return stop
    },
    async [Symbol.asyncDispose]() {
      ending.abort()
      wake()
      await watching
    },
  }
}
