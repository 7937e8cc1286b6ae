import type { Chain } from '../../chain/chain.ts'
import type { Block } from '../../chain/confirmations.ts'
import type { IndexedBlock } from '../../domain/entities.ts'

/**
 * Compares the blocks that were read, newest first, until one is still there. A block that the endpoint has not got says nothing: it lags,
 * but for a chain of our own, which is rebuilt.
 *
 * @param kept of one log, newest first
 * @returns the newest block that is still there, when one above it was orphaned; -1 when all of a rebuilt chain's may have
 */
export async function findFork(
  chain: Pick<Chain, 'blockHash' | 'isJournalled'>,
  kept: readonly IndexedBlock[],
  head: Block,
): Promise<{ ancestor: number } | null> {
  const canLag = !chain.isJournalled
  let isForked = !canLag && (kept[0]?.number ?? 0) > head.number
  for (const { number, hash } of kept) {
    const there = number > head.number ? null : await chain.blockHash(number)
    if (there === hash) return isForked ? { ancestor: number } : null
    if (there !== null) isForked = true
  }
  if (!isForked) return null
  const oldest = kept.at(-1)?.number ?? 0
  return { ancestor: canLag ? oldest - 1 : -1 }
}
