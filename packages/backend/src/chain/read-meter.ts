import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { Address, Hex } from '@per-second/protocol/types'
import { readContract } from 'viem/actions'
import type { MeterState } from './chain.ts'
import type { ChainClient } from './transport/chain-client.ts'

/** The escrow's `MeterStatus`. */
const UNKNOWN = 0
const OPEN = 1

/** The escrow's stored state of a meter at a block. A reclaimed meter is closed. */
export async function readMeter(
  client: ChainClient,
  { escrow, meterId, blockNumber }: { escrow: Address; meterId: Hex; blockNumber: number },
): Promise<MeterState> {
  const meter = await readContract(client, {
    address: escrow,
    abi: meterEscrowAbi,
    functionName: 'state',
    args: [meterId],
    blockNumber: BigInt(blockNumber),
  })
  if (meter.status === UNKNOWN) return { status: 'unknown' }
  return {
    status: meter.status === OPEN ? 'open' : 'closed',
    openedAt: meter.openedAt,
    stoppedAt: meter.stoppedAt === 0 ? null : meter.stoppedAt,
    billedSeconds: meter.billedSeconds,
  }
}
