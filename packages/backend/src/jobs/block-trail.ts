import type { Hex } from '@per-second/protocol/types'
import type { Chain } from '../chain/chain.ts'
import type { Mode } from '../domain/entities.ts'
import type { Transaction } from '../storage/storage.ts'

/** Something a payer or a stranger did, as it was seen in a block. */
export type SeenNews = { digest: Hex; type: 'stopped' | 'reclaimed' }

/** A block in which something was booked: transactions by their ids in the journal, and news. */
export type TrailBlock = { number: bigint; hash: Hex; transactions: string[]; news: SeenNews[] }

/** What of a chain is kept in the settings: two escrows or chains that follow each other on one database do not share it. */
export function chainSetting(mode: Mode, { facts }: Pick<Chain, 'facts'>, name: string): string {
  return `chain.${mode}.${facts.chain_id}.${facts.escrow.toLowerCase()}.${name}`
}

/** The blocks whose vanishing would undo what was booked, oldest first. */
export async function readTrail(tx: Transaction, mode: Mode, chain: Chain): Promise<TrailBlock[]> {
  const kept = await tx.settings.get(chainSetting(mode, chain, 'trail'))
  if (kept === null) return []
  const blocks = JSON.parse(kept) as (Omit<TrailBlock, 'number'> & { number: string })[]
  return blocks.map(block => ({ ...block, number: BigInt(block.number) }))
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
  found: { blockNumber: bigint; blockHash: Hex },
  what: { transaction: string } | { news: SeenNews },
): Promise<void> {
  if (!chain.history || chain.history.depth === 0) return
  const trail = await readTrail(tx, mode, chain)
  let block = trail.find(({ hash }) => hash === found.blockHash)
  if (block === undefined) {
    block = { number: found.blockNumber, hash: found.blockHash, transactions: [], news: [] }
    trail.push(block)
  }
  if ('transaction' in what) {
    if (!block.transactions.includes(what.transaction)) block.transactions.push(what.transaction)
  } else block.news.push(what.news)
  trail.sort((a, b) => Number(a.number - b.number))
  await writeTrail(tx, mode, chain, trail)
}
