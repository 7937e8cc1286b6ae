import type { Clock } from '../domain/clock.ts'
import type { OutdatedKind } from '../storage/outdated-rows.ts'
import type { Storage } from '../storage/storage.ts'
import { TRY_FOR_MILLIS } from '../webhooks/retry-schedule.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * How long after its instant a row is kept, in milliseconds of the service's clock. An idempotency record binds nobody after a day.
 * Challenges and tokens are kept beyond their expiry so that whoever brings one late is told "expired" rather than "unknown".
 * Deliveries are tried, or held back for a disabled endpoint, for three days; what became of those that were tried can be looked up for thirty. Events, like every object of the API, are kept.
 */
const KEPT_MILLIS: Readonly<Record<OutdatedKind, number>> = {
  idempotency: DAY,
  challenges: DAY,
  tokens: 30 * DAY,
  delivered: 30 * DAY,
  givenUp: 30 * DAY,
  heldBack: TRY_FOR_MILLIS,
}

/** Rows deleted in one unit of work, and how often it is looked for more. */
const BATCH = 1_000
const EVERY_MILLIS = 10 * 60_000

/**
 * Deletes what nobody can ask for any more. Meant to be called again and again: each call deletes one batch of each kind at most,
 * and when there was nothing left the next ten minutes of the clock do nothing.
 */
export function createForgetting(deps: { storage: Storage; clock: Clock }): () => Promise<void> {
  const { storage, clock } = deps
  let next = 0
  return async () => {
    const now = clock.now()
    if (now < next) return
    let more = false
    for (const [kind, kept] of Object.entries(KEPT_MILLIS) as [OutdatedKind, number][]) {
      const deleted = await storage.unitOfWork(tx => tx.deleteOutdated(kind, now - kept, BATCH))
      if (deleted === BATCH) more = true
    }
    if (!more) next = now + EVERY_MILLIS
  }
}
