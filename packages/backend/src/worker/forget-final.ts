import type { UnixMillis } from '@per-second/protocol/time'
import type { Address } from '@per-second/protocol/types'
import type { Chain } from '../chain/chain.ts'
import type { Mode } from '../domain/entities.ts'
import { ledgerSource } from '../domain/meter/ledger/ledger-source.ts'
import { isEnd } from '../domain/meter/ledger/read-log.ts'
import type { Transaction } from '../storage/storage.ts'

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
