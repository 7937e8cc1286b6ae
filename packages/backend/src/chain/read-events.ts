import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { Address, Hex } from '@per-second/protocol/types'
import type { PlacedEvent } from './chain.ts'
import { blockByHash, type Confirmations, confirmedBlock } from './confirmations.ts'
import { decodeEscrowEvent, type RpcLog } from './escrow-events.ts'
import type { JsonRpc } from './json-rpc.ts'
import type { LogReader } from './read-logs.ts'
import { loadViem } from './viem-module.ts'

/** What is further ahead is for the next call. */
const BLOCKS_A_CALL = 20_000n

/** Stops and reclaims in confirmed blocks from `fromBlock` on, oldest first; none yet when that is `now`. */
export async function readEvents(
  rpc: JsonRpc,
  logs: LogReader,
  escrow: Address,
  confirmations: Confirmations,
  fromBlock: bigint | 'now',
): Promise<{ events: PlacedEvent[]; nextBlock: bigint }> {
  const newest = (await confirmedBlock(rpc, confirmations)).number
  if (fromBlock === 'now') return { events: [], nextBlock: newest + 1n }
  const bound = fromBlock + BLOCKS_A_CALL - 1n
  const filter = { address: escrow, topics: [await topicsOf(['Stopped', 'Reclaimed'])] }
  const found: RpcLog[] = []
  const nextBlock = await logs.read(filter, fromBlock, newest < bound ? newest : bound, range => {
    found.push(...range)
    return false
  })
  return { events: await place(rpc, found), nextBlock }
}

/** Everything the escrow said about one meter in a range of blocks, both ends included, oldest first. */
export async function readMeterEvents(
  rpc: JsonRpc,
  logs: LogReader,
  escrow: Address,
  digest: Hex,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<PlacedEvent[]> {
  const topics = [await topicsOf(['Opened', 'Settled', 'Closed', 'Stopped', 'Reclaimed']), digest]
  const found: RpcLog[] = []
  await logs.read({ address: escrow, topics }, fromBlock, toBlock, range => {
    found.push(...range)
    return false
  })
  return place(rpc, found)
}

async function topicsOf(names: readonly string[]): Promise<Hex[]> {
  const { toEventSelector } = await loadViem()
  return meterEscrowAbi
    .filter(item => item.type === 'event')
    .filter(event => names.includes(event.name))
    .map(event => toEventSelector(event))
}

async function place(rpc: JsonRpc, logs: readonly RpcLog[]): Promise<PlacedEvent[]> {
  const viem = await loadViem()
  const times = new Map<Hex, number>()
  const events: PlacedEvent[] = []
  for (const log of logs) {
    const event = decodeEscrowEvent(viem, log)
    if (event === null) continue
    const { blockHash, transactionHash } = log
    const timestamp = times.get(blockHash) ?? (await blockByHash(rpc, blockHash)).timestamp
    times.set(blockHash, timestamp)
    events.push({ ...event, blockNumber: BigInt(log.blockNumber), blockHash, transactionHash, timestamp })
  }
  return events
}
