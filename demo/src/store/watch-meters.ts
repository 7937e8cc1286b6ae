import { setTimeout as wait } from 'node:timers/promises'
import { type BillingClient, BillingError } from '@per-second/client'
import type { History } from './history.ts'
import { listMeters } from './list-meters.ts'

/**
 * Looks at the meters as often as the history asks for, whether or not anybody has the dashboard open, until disposed. While the
 * billing service does not answer, nothing is recorded: the chart shows a gap.
 */
export function watchMeters(billing: BillingClient, history: History): AsyncDisposable {
  const ending = new AbortController()
  const watching = watch(billing, history, ending.signal)
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await watching
    },
  }
}

async function watch(billing: BillingClient, history: History, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const meters = await listMeters(billing, signal)
      // The figures are as they were when the answer was made, however long that took to come about.
      history.record(Date.now(), meters)
    } catch (error) {
      if (!(error instanceof BillingError)) throw error
    }
    await wait(history.spacingMs(), undefined, { signal }).catch(() => undefined)
  }
}
