import type { MeterTerms } from '@per-second/protocol/terms'
import type { Address, Hex } from '@per-second/protocol/types'

/** A meter from its `Opened` event. */
export type FoundMeter = { meterId: Hex; escrow: Address; terms: MeterTerms }

/** The fewest blocks of one query. An endpoint that refuses these does not respond at all. */
const FEWEST_BLOCKS = 100n

/**
 * Searches a chain, newest blocks first. Endpoints limit the blocks or events of one query in different ways. A refused query is
 * repeated for about half as many blocks. After a success the next query has about twice as many.
 *
 * @param read reads some blocks, both ends included
 * @returns for each query: its first block, and its result
 * @throws the endpoint's error for the smallest query
 */
export async function* searchMeters<T>(
  read: (fromBlock: bigint, toBlock: bigint) => Promise<T>,
  newestBlock: bigint,
): AsyncGenerator<{ fromBlock: bigint; found: T }> {
  let toBlock = newestBlock
  let blocks = newestBlock + 1n
  while (toBlock >= 0n) {
    const fromBlock = toBlock - blocks + 1n > 0n ? toBlock - blocks + 1n : 0n
    let found: T
    try {
      found = await read(fromBlock, toBlock)
    } catch (error) {
      if (blocks <= FEWEST_BLOCKS) throw error
      blocks = blocks / 2n > FEWEST_BLOCKS ? blocks / 2n : FEWEST_BLOCKS
      continue
    }
    yield { fromBlock, found }
    toBlock = fromBlock - 1n
    blocks *= 2n
  }
}
