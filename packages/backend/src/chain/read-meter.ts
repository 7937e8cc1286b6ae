import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { Address, Hex } from '@per-second/protocol/types'
import type { MeterState } from './chain.ts'
import { readContract } from './read-contract.ts'
import type { JsonRpc } from './transport/json-rpc.ts'

/** The escrow's `MeterStatus`. */
const UNKNOWN = 0
const OPEN = 1

/**
 * What the escrow stores of a meter. One that was reclaimed is closed.
 *
 * @param block a number as quantity, or a tag
 */
export async function readMeter(
  rpc: JsonRpc,
  escrow: Address,
  meterId: Hex,
  block = 'latest',
): Promise<MeterState> {
  const meter = await readContract(rpc, escrow, meterEscrowAbi, 'state', [meterId], block)
  if (meter.status === UNKNOWN) return { status: 'unknown' }
  return {
    status: meter.status === OPEN ? 'open' : 'closed',
    openedAt: meter.openedAt,
    stoppedAt: meter.stoppedAt === 0 ? null : meter.stoppedAt,
    billedSeconds: meter.billedSeconds,
  }
}
