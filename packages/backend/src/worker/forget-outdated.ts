import type { Clock } from '../domain/clock.ts'
import type { OutdatedKind } from '../storage/outdated-rows.ts'
import type { Storage } from '../storage/storage.ts'
import { TRY_FOR_MILLIS } from '../webhooks/retry-schedule.ts'
import { type ChainOfMode, forgetLogs, forgetTransactions } from './forget-final.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The receiver of an event may look up its deliveries for so long. */
const DELIVERIES_MILLIS = 30 * DAY

/** The operator's recent work stays readable: a week of jobs, of the journal, and of logs of meters that are over. */
const CHAIN_WORK_MILLIS = 7 * DAY

/**
 * How long after its instant a row is kept, in milliseconds of the service's clock. An idempotency record binds no
 * request after a day, and then names no job. Challenges and tokens are kept beyond their expiry so that a late caller
 * gets "expired" rather than "unknown". Deliveries are tried, or held back for a disabled endpoint, for three days.
 *
 * @param keepEvents in milliseconds, or null for ever
 */
function keptMillis(
  keepEvents: number | null,
  chains: readonly ChainOfMode[],
): Readonly<Record<OutdatedKind, number>> {
  const forEver = Number.POSITIVE_INFINITY
  const deliveries = Math.min(DELIVERIES_MILLIS, keepEvents ?? forEver)
  return {
    idempotency: DAY,
    challenges: DAY,
    tokens: 30 * DAY,
    delivered: deliveries,
    givenUp: deliveries,
    heldBack: TRY_FOR_MILLIS,
    events: keepEvents ?? forEver,
    // A chain that is rebuilt from the journal needs old work, too.
    jobs: chains.every(({ chain }) => !chain.isJournalled) ? CHAIN_WORK_MILLIS : forEver,
  }
}

/** Rows deleted in one unit of work, and how often it is looked for more. */
const BATCH = 1_000
const EVERY_MILLIS = 10 * 60_000

/**
 * Deletes outdated rows (docs/decisions/0015-what-is-kept.md). Call it repeatedly: each call deletes at most one batch
 * of each kind, each in a unit of work of its own. After a call that found none, calls do nothing for ten minutes of
 * the clock.
 */
export function createForgetting(deps: {
  storage: Storage
  clock: Clock
  keepEvents: number | null
  chains: readonly ChainOfMode[]
}): () => Promise<void> {
  const { storage, clock, chains } = deps
  const kept = Object.entries(keptMillis(deps.keepEvents, chains)) as [OutdatedKind, number][]
  let next = 0
  return async () => {
    const now = clock.now()
    if (now < next) return
    let more = false
    // The journal first: a job that is over goes only after its transaction.
    for (const operated of chains) {
      for (const forget of [forgetTransactions, forgetLogs])
        if (await storage.unitOfWork(tx => forget(tx, operated, now - CHAIN_WORK_MILLIS))) more = true
    }
    for (const [kind, millis] of kept) {
      if (!Number.isFinite(millis)) continue
      const deleted = await storage.unitOfWork(tx => tx.deleteOutdated(kind, now - millis, BATCH))
      if (deleted === BATCH) more = true
    }
    if (!more) next = now + EVERY_MILLIS
  }
}
