import { keccak, toHex } from '@per-second/protocol/keccak'
import { meterDigest, termsFromWire } from '@per-second/protocol/terms'
import type { Chain, Hex, WireMeterTerms } from '@per-second/protocol/types'
import type { Wallet } from '../wallet/wallet.ts'

const ENDS = ['Closed(bytes32,uint32,uint256,uint256)', 'Reclaimed(bytes32,uint32,uint256,uint256)'].map(
  signature => toHex(keccak(signature)),
)

/**
 * The transaction of a meter's end from the escrow's log, read through a connected wallet. Null if the node has not seen the end, or has
 * dropped old blocks. Never prompts.
 */
export async function readClosing(
  wallet: Pick<Wallet, 'logsSince'>,
  { chain, terms, opening }: { chain: Chain; terms: WireMeterTerms; opening: Hex },
): Promise<Hex | null> {
  const { escrow, chain_id: chainId } = chain
  const topic = meterDigest(termsFromWire(terms), { chainId, escrow })
  const logs = await wallet.logsSince(opening, { contract: escrow, topic })
  const end = logs.find(({ topics }) => topics[0] !== undefined && ENDS.includes(topics[0]))
  return end?.transactionHash ?? null
}
