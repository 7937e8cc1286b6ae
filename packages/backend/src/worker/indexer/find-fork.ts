import type { Chain } from '../../chain/chain.ts'
import type { Block } from '../../chain/confirmations.ts'
import type { IndexedBlock } from '../../domain/entities.ts'

/**
 * Compares the read blocks, newest first, until one is still on the chain. A block that the endpoint lacks proves
 * nothing, because the endpoint may lag. Only the embedded chain, which is rebuilt, has lost it.
 *
 * @param stored of one log, newest first
 * @returns the newest block that is still there, when one above it was orphaned, or -1 when all of a rebuilt chain's
 * may be
 */
export async function findFork(
  chain: Pick<Chain, 'blockHash' | 'isJournalled'>,
  stored: readonly IndexedBlock[],
  head: Block,
): Promise<{ ancestor: number } | null> {
  const canLag = !chain.isJournalled
  let isForked = !canLag && (stored[0]?.number ?? 0) > head.number
  for (const { number, hash } of stored) {
    const there = number > head.number ? null : await chain.blockHash(number)
    if (there === hash) return isForked ? { ancestor: number } : null
    if (there !== null) isForked = true
  }
  if (!isForked) return null
  const oldest = stored.at(-1)?.number ?? 0
  return { ancestor: canLag ? oldest - 1 : -1 }
}
