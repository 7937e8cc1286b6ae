import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import type { ChainEvent, MeterState } from './chain.ts'
import { ChainError } from './chain-error.ts'
import { type Block, blockAt, blockByHash } from './confirmations.ts'
import { decodeEscrowEvent, ledgerTopics, type RpcLog } from './escrow-events.ts'
import type { LogReader } from './read-logs.ts'
import { readMeter } from './read-meter.ts'
import type { JsonRpc } from './transport/json-rpc.ts'
import { toQuantity } from './transport/quantity.ts'
import { loadViem } from './viem-module.ts'

/** What is further ahead is for the next call; more than the deepest reorganisation that is followed. */
const BLOCKS_A_CALL = 2_000

/** The newest blocks are read again and again: so many of them are not asked for their time each time. */
const KNOWN_TIMES = 2_000

export type LogReading = {
  logs: LogReader
  escrow: Address
  /** Of blocks by their hashes, which never changes. */
  times: Map<Hex, UnixSeconds>
}

/**
 * Everything the escrow said in a range of blocks, both ends included, as one endpoint has it. The last block is asked for before and
 * after: an answer that a reorganisation cut in two is none.
 *
 * @throws ChainError `rejected` when the last block has changed meanwhile
 */
export async function readEvents(
  rpc: JsonRpc,
  reading: LogReading,
  fromBlock: number,
  toBlock: number,
): Promise<{ events: ChainEvent[]; last: Block }> {
  const { logs, escrow, times } = reading
  const last = await blockAt(rpc, toQuantity(Math.min(toBlock, fromBlock + BLOCKS_A_CALL - 1)))
  const topics = [ledgerTopics(await loadViem())]
  const found = await logs.read(rpc, { address: escrow, topics }, fromBlock, last.number)
  if ((await blockAt(rpc, toQuantity(last.number))).hash !== last.hash)
    throw new ChainError('rejected', `block ${last.number} was replaced while it was read`)
  times.set(last.hash, last.timestamp)
  return { events: await decode(rpc, reading, found), last }
}

/**
 * Everything the escrow said about one meter up to a block, oldest first, as one endpoint has it.
 *
 * @throws ChainError `rejected` when that is not what the escrow says of the meter at that block
 */
export async function readMeterLog(
  rpc: JsonRpc,
  reading: LogReading,
  meterId: Hex,
  upTo: number,
): Promise<ChainEvent[]> {
  const { logs, escrow } = reading
  const state = await readMeter(rpc, escrow, meterId, toQuantity(upTo))
  if (state.status === 'unknown') return []
  const opening = await firstBlockSince(rpc, state.openedAt, upTo)
  const topics = [ledgerTopics(await loadViem()), meterId]
  const found = await logs.read(rpc, { address: escrow, topics }, opening, upTo)
  const events = await decode(rpc, reading, found)
  if (!isWhole(events, state))
    throw new ChainError('rejected', `the log of meter ${meterId} is not what the escrow says of it`)
  return events
}

/** The first block at or after an instant; the last one when there is none up to it. */
export async function firstBlockSince(rpc: JsonRpc, timestamp: UnixSeconds, last: number): Promise<number> {
  let low = 0
  let high = last
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await blockAt(rpc, toQuantity(middle))).timestamp < timestamp) low = middle + 1
    else high = middle
  }
  return low
}

function isWhole(events: readonly ChainEvent[], state: Exclude<MeterState, { status: 'unknown' }>): boolean {
  const has = (...kinds: ChainEvent['kind'][]) => events.some(({ kind }) => kinds.includes(kind))
  const charged = events.findLast(({ kind }) => kind === 'settled')?.toSecond ?? 0
  return (
    has('opened') &&
    charged === state.billedSeconds &&
    has('stopped') === (state.stoppedAt !== null) &&
    has('closed', 'reclaimed') === (state.status === 'closed')
  )
}

async function decode(rpc: JsonRpc, { times }: LogReading, logs: readonly RpcLog[]): Promise<ChainEvent[]> {
  const viem = await loadViem()
  const events: ChainEvent[] = []
  for (const log of logs) {
    const { blockHash } = log
    const timestamp = times.get(blockHash) ?? (await blockByHash(rpc, blockHash)).timestamp
    times.set(blockHash, timestamp)
    const event = decodeEscrowEvent(viem, log, timestamp)
    if (event !== null) events.push(event)
  }
  for (const oldest of times.keys()) {
    if (times.size <= KNOWN_TIMES) break
    times.delete(oldest)
  }
  return events
}
