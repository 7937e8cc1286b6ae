import { paced } from '../paced.ts'
import type { Indexer } from './indexer.ts'

/** How often a real chain is asked for its events, in milliseconds of real time: its endpoints count every question. */
const REAL_CHAIN_MILLIS = 1_000

/** How long everything else waits for those events, in milliseconds of real time. */
const EVENTS_PATIENCE_MILLIS = 2_000

/** Reads the log of each operator on a real chain, each by itself: an endpoint that does not answer keeps nobody from another's. */
export function logSteps(indexers: readonly Indexer[]): Record<string, () => Promise<void>> {
  const pace = { millis: REAL_CHAIN_MILLIS, patience: EVENTS_PATIENCE_MILLIS }
  const steps = indexers.map(indexer => {
    const look = async () => {
      await indexer.look()
    }
    return [`escrow log (${indexer.source})`, paced(pace, look)]
  })
  return Object.fromEntries(steps)
}
