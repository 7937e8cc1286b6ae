import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address } from '@per-second/protocol/types'
import type { EscrowEvent } from './chain.ts'
import { blockAt, type Confirmations, confirmedBlock } from './confirmations.ts'
import { decodeEscrowEvent, type RpcLog } from './escrow-events.ts'
import type { JsonRpc } from './json-rpc.ts'
import { toQuantity } from './quantity.ts'
import { loadViem } from './viem-module.ts'

/** Public endpoints refuse longer ranges; what is further ahead is for the next call. */
const BLOCKS_A_REQUEST = 1_000n
const REQUESTS_A_CALL = 20n

/** Stops and reclaims in confirmed blocks from `fromBlock` on, oldest first; none yet when that is `now`. */
export async function readEvents(
  rpc: JsonRpc,
  escrow: Address,
  confirmations: Confirmations,
  fromBlock: bigint | 'now',
): Promise<{ events: (EscrowEvent & { timestamp: UnixSeconds })[]; nextBlock: bigint }> {
  const { toEventSelector } = await loadViem()
  const wanted = meterEscrowAbi.filter(
    item => item.type === 'event' && /^(Stopped|Reclaimed)$/.test(item.name),
  )
  const topics = [wanted.map(event => toEventSelector(event as Extract<typeof event, { type: 'event' }>))]
  const newest = (await confirmedBlock(rpc, confirmations)).number
  if (fromBlock === 'now') return { events: [], nextBlock: newest + 1n }
  const last = min(newest, fromBlock + BLOCKS_A_REQUEST * REQUESTS_A_CALL - 1n)
  const logs: RpcLog[] = []
  for (let from = fromBlock; from <= last; from += BLOCKS_A_REQUEST) {
    const range = {
      fromBlock: toQuantity(from),
      toBlock: toQuantity(min(from + BLOCKS_A_REQUEST - 1n, last)),
    }
    logs.push(...(await rpc.request<RpcLog[]>('eth_getLogs', [{ address: escrow, topics, ...range }])))
  }
  return { events: await withTimestamps(rpc, logs), nextBlock: last < fromBlock ? fromBlock : last + 1n }
}

async function withTimestamps(
  rpc: JsonRpc,
  logs: readonly RpcLog[],
): Promise<(EscrowEvent & { timestamp: UnixSeconds })[]> {
  const viem = await loadViem()
  const events: (EscrowEvent & { timestamp: UnixSeconds })[] = []
  for (const log of logs) {
    const event = decodeEscrowEvent(viem, log)
    if (event === null) continue
    const { timestamp } = await blockAt(rpc, log.blockNumber)
    events.push({ ...event, timestamp })
  }
  return events
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
