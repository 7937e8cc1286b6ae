import type { UnixMillis } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { Chain } from '../chain/chain.ts'
import type { Mode } from '../domain/entities.ts'
import type { Transaction } from '../storage/storage.ts'

/** Something a payer or a stranger did, as it was seen in a block; `endedAt` is when the meter had ended before a stop was seen. */
export type SeenNews = { digest: Hex; type: 'stopped' | 'reclaimed'; endedAt?: UnixMillis }

/**
 * A block in which something was booked: transactions by their ids in the journal, news, and jobs whose end was found out by other
 * means than a receipt of their own.
 */
export type TrailBlock = {
  number: bigint
  hash: Hex
  transactions: string[]
  news: SeenNews[]
  jobs: string[]
}

/** Where something was seen. */
export type TrailPlace = { blockNumber: bigint; blockHash: Hex }

/** What of a chain is kept in the settings: two escrows or chains that follow each other on one database do not share it. */
export function chainSetting(mode: Mode, { facts }: Pick<Chain, 'facts'>, name: string): string {
  return `chain.${mode}.${facts.chain_id}.${facts.escrow.toLowerCase()}.${name}`
}

/** The blocks whose vanishing would undo what was booked, oldest first. */
export async function readTrail(tx: Transaction, mode: Mode, chain: Chain): Promise<TrailBlock[]> {
  const kept = await tx.settings.get(chainSetting(mode, chain, 'trail'))
  if (kept === null) return []
  const blocks = JSON.parse(kept) as (Omit<TrailBlock, 'number'> & { number: string })[]
  // Older versions kept no jobs.
  return blocks.map(block => ({ ...block, jobs: block.jobs ?? [], number: BigInt(block.number) }))
}

export async function writeTrail(
  tx: Transaction,
  mode: Mode,
  chain: Chain,
  trail: readonly TrailBlock[],
): Promise<void> {
  const kept = trail.map(block => ({ ...block, number: block.number.toString() }))
  await tx.settings.set(chainSetting(mode, chain, 'trail'), JSON.stringify(kept))
}

/** Remembers, in the unit of work that books it, in which block something was. Nothing on a chain whose blocks stay. */
export async function noteInTrail(
  tx: Transaction,
  mode: Mode,
  chain: Chain,
  found: TrailPlace,
  what: { transaction: string } | { news: SeenNews } | { job: string },
): Promise<void> {
  if (!chain.history || chain.history.depth === 0) return
  const trail = await readTrail(tx, mode, chain)
  let block = trail.find(({ hash }) => hash === found.blockHash)
  if (block === undefined) {
    block = { number: found.blockNumber, hash: found.blockHash, transactions: [], news: [], jobs: [] }
    trail.push(block)
  }
  if ('transaction' in what) {
    if (!block.transactions.includes(what.transaction)) block.transactions.push(what.transaction)
  } else if ('job' in what) {
    if (!block.jobs.includes(what.job)) block.jobs.push(what.job)
  } else block.news.push(what.news)
  trail.sort((a, b) => Number(a.number - b.number))
  await writeTrail(tx, mode, chain, trail)
}

/** The newest block that counts: it vanishes with every block below it that does. Null on a chain whose blocks stay. */
export async function newestPlace({ history }: Chain): Promise<TrailPlace | null> {
  if (!history) return null
  const blockNumber = await history.newest()
  const blockHash = await history.hashOf(blockNumber)
  return blockHash === null ? null : { blockNumber, blockHash }
}
