import type { MeterTerms } from '@per-second/protocol/terms'
import type { Address, Hex } from '@per-second/protocol/types'

/** A meter as its `Opened` event has it. */
export type FoundMeter = { meterId: Hex; escrow: Address; terms: MeterTerms }

/** Reads the `Opened` events of some blocks, both ends included. */
export type ReadOpenings = (fromBlock: bigint, toBlock: bigint) => Promise<FoundMeter[]>

/** How far a search has come: all blocks from `fromBlock` on have been looked through. */
export type SearchStep = { fromBlock: bigint; found: FoundMeter[] }

/** The fewest blocks that are asked for at once; an endpoint that refuses these will not answer at all. */
const FEWEST_BLOCKS = 100n

/**
 * Looks through a chain, newest blocks first. Endpoints limit how many blocks or events one question may have, each in another way: a
 * question that is refused is asked again about half as many blocks, and one that is answered is followed by one about twice as many.
 *
 * @throws what the endpoint said to the smallest question
 */
export async function* searchMeters(read: ReadOpenings, newestBlock: bigint): AsyncGenerator<SearchStep> {
  let toBlock = newestBlock
  let blocks = newestBlock + 1n
  while (toBlock >= 0n) {
    const fromBlock = toBlock - blocks + 1n > 0n ? toBlock - blocks + 1n : 0n
    let found: FoundMeter[]
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
