import { keccak, toHex } from '@per-second/protocol/keccak'
import { usdFromBaseUnits } from '@per-second/protocol/money'
import { meterDigest, termsFromWire } from '@per-second/protocol/terms'
import type { Chain, Hex, WireMeterTerms } from '@per-second/protocol/types'
import type { Wallet, WalletLog } from '../wallet/wallet.ts'
import type { ReceiptSettlement } from './receipt.ts'
import type { ReceiptTransactions } from './receipt-file.ts'

const topicOf = (signature: string): Hex => toHex(keccak(signature))
const SETTLED = topicOf('Settled(bytes32,uint32,uint32,uint256,uint256)')
const ENDS = [
  topicOf('Closed(bytes32,uint32,uint256,uint256)'),
  topicOf('Reclaimed(bytes32,uint32,uint256,uint256)'),
]

/** A meter's settlements and its end from the escrow's log, read through a connected wallet. Null without an end. Never prompts. */
export async function readTransactions(
  wallet: Pick<Wallet, 'logsSince'>,
  { chain, terms, opening }: { chain: Chain; terms: WireMeterTerms; opening: Hex },
): Promise<ReceiptTransactions | null> {
  const { escrow, chain_id: chainId } = chain
  const topic = meterDigest(termsFromWire(terms), { chainId, escrow })
  const logs = await wallet.logsSince(opening, { contract: escrow, topic })
  const end = logs.find(({ topics }) => topics[0] !== undefined && ENDS.includes(topics[0]))
  // A node that has not seen the end, or has dropped old blocks, does not know all charges either.
  if (!end) return null
  const settlements = logs.filter(({ topics }) => topics[0] === SETTLED).map(toSettlement)
  return { settlements, closing: end.transactionHash }
}

function toSettlement({ transactionHash, data }: WalletLog): ReceiptSettlement {
  const [, toSecond = 0n, gross = 0n, fee = 0n] = wordsOf(data)
  return {
    tx_hash: transactionHash,
    to_second: Number(toSecond),
    gross_usd: usdFromBaseUnits(gross),
    fee_usd: usdFromBaseUnits(fee),
  }
}

/** ABI-encoded integers, one per word of 32 bytes. */
function wordsOf(data: Hex): bigint[] {
  return (data.slice(2).match(/.{64}/g) ?? []).map(word => BigInt(`0x${word}`))
}
