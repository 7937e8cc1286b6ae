import type { UnixMillis } from '@per-second/protocol/time'
import type { Address } from '@per-second/protocol/types'
import type { Chain } from '../chain/chain.ts'
import type { Clock } from '../domain/clock.ts'
import type { Mode } from '../domain/entities.ts'
import { ledgerSource } from '../domain/meter/ledger/ledger-source.ts'
import { isEnd } from '../domain/meter/ledger/read-log.ts'
import type { OutdatedKind } from '../storage/outdated-rows.ts'
import type { Storage, Transaction } from '../storage/storage.ts'
import { TRY_FOR_MILLIS } from '../webhooks/retry-schedule.ts'

/** Transactions that are deleted in one unit of work: that of a large batch has 80 KB. */
const TRANSACTIONS = 50
/** Rows of the ledger that are read, or deleted, in one unit of work. */
const EVENTS = 1_000
/** Logs that are deleted in one unit of work, a statement each. */
const LOGS = 50

/** A chain of a mode, as one of its operators reaches it. */
export type ChainOfMode = {
  mode: Mode
  chain: Pick<Chain, 'reorgDepth' | 'isJournalled'> & {
    facts: { chain_id: number; escrow: Address; operator: Address }
  }
}

/**
 * The newest final block, below which nothing is orphaned or read again any more: a fork as deep as `--reorg-depth` is read from as deep
 * below it. Null on a chain that is rebuilt from the journal.
 */
async function finalBlock(tx: Transaction, { mode, chain }: ChainOfMode): Promise<number | null> {
  if (chain.isJournalled) return null
  const newest = await tx.indexedBlocks.newest(ledgerSource(mode, chain.facts))
  return newest === null ? null : newest.number - 2 * chain.reorgDepth - 1
}

/**
 * Removes the operator's oldest transactions that are final, but for those that a pending job names. The newest final one stays: it says
 * which nonces were given out.
 *
 * @param before when it must have been signed
 * @returns whether there may be more
 */
export async function forgetTransactions(
  tx: Transaction,
  operated: ChainOfMode,
  before: UnixMillis,
): Promise<boolean> {
  const block = await finalBlock(tx, operated)
  if (block === null) return false
  const { chain_id: chainId, operator } = operated.chain.facts
  const final = await tx.transactions.final(chainId, operator, { block, before, limit: TRANSACTIONS })
  const pending = await tx.jobs.pendingOfTransactions(final.map(({ id }) => id))
  const named = new Set(pending.map(({ transactionId }) => transactionId))
  const awaited = new Set(final.flatMap(({ id, nonce }) => (named.has(id) ? [nonce] : [])))
  const done = final.flatMap(({ id, nonce }) => (awaited.has(nonce) ? [] : [id]))
  await tx.transactions.remove(done)
  return done.length > 0
}

/**
 * Removes the whole log of meters that the escrow has closed for good. An open meter's log stays as it is, however old. Where it has got
 * to is kept, so that each event is looked at once.
 *
 * @param before when the escrow must have closed them
 * @returns whether there may be more
 */
export async function forgetLogs(
  tx: Transaction,
  operated: ChainOfMode,
  before: UnixMillis,
): Promise<boolean> {
  const upTo = await finalBlock(tx, operated)
  if (upTo === null) return false
  const source = ledgerSource(operated.mode, operated.chain.facts)
  const setting = `forgotten.${source}`
  const known = await tx.settings.get(setting)
  let after: { block: number; id: string } = known === null ? { block: -1, id: '' } : JSON.parse(known)
  const events = await tx.escrowEvents.from(source, { after, upTo, limit: EVENTS })
  const meters = await tx.subscriptions.byMeterIds(events.filter(isEnd).map(({ meterId }) => meterId))
  const over = new Set(meters.flatMap(meter => (meter.closed && !meter.logFaulty ? [meter.meterId] : [])))
  let [rows, logs] = [EVENTS, LOGS]
  for (const event of events) {
    if (event.timestamp * 1_000 > before) break
    if (isEnd(event) && over.has(event.meterId)) {
      if (logs === 0) break
      rows -= await tx.escrowEvents.removeOldest(event.meterId, rows)
      // Its end is its last row, and leads here again.
      if (rows === 0) break
      logs -= 1
    }
    after = { block: event.blockNumber, id: event.id }
  }
  await tx.settings.set(setting, JSON.stringify(after))
  return rows === 0 || logs === 0 || (events.length === EVENTS && after.id === events.at(-1)?.id)
}

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
 * Deletes outdated rows (docs/money.md, rule 76, and docs/decisions/0015-what-is-kept.md). Call it repeatedly: each call deletes at most one batch
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
  const retention = Object.entries(keptMillis(deps.keepEvents, chains)) as [OutdatedKind, number][]
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
    for (const [kind, millis] of retention) {
      if (!Number.isFinite(millis)) continue
      const deleted = await storage.unitOfWork(tx => tx.deleteOutdated(kind, now - millis, BATCH))
      if (deleted === BATCH) more = true
    }
    if (!more) next = now + EVERY_MILLIS
  }
}
