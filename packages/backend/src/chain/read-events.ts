import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import type { ChainEvent } from './chain.ts'
import { ChainError } from './chain-error.ts'
import { type Block, blockAt, blockByHash } from './confirmations.ts'
import { decodeEscrowEvent, ledgerTopics, type RpcLog } from './escrow-events.ts'
import type { LogReader } from './read-logs.ts'
import type { JsonRpc } from './transport/json-rpc.ts'
import { toQuantity } from './transport/quantity.ts'
import { loadViem } from './viem-module.ts'

/** What is further ahead is for the next call. */
const BLOCKS_A_CALL = 20_000

/** The newest blocks are read again and again: so many of them are not asked for their time each time. */
const KNOWN_TIMES = 2_000

export type LogReading = {
  rpc: JsonRpc
  logs: LogReader
  escrow: Address
  /** Of blocks by their hashes, which never changes. */
  times: Map<Hex, UnixSeconds>
}

/**
 * Everything the escrow said in a range of blocks, both ends included. The last block is asked for before and after: an answer that a
 * reorganisation cut in two is none.
 *
 * @throws ChainError `rejected` when the last block has changed meanwhile
 */
export async function readEvents(
  reading: LogReading,
  fromBlock: number,
  toBlock: number,
): Promise<{ events: ChainEvent[]; last: Block }> {
  const { rpc, logs, escrow } = reading
  const last = await blockAt(rpc, toQuantity(Math.min(toBlock, fromBlock + BLOCKS_A_CALL - 1)))
  const topics = [ledgerTopics(await loadViem())]
  const found = await logs.read({ address: escrow, topics }, fromBlock, last.number)
  if ((await blockAt(rpc, toQuantity(last.number))).hash !== last.hash)
    throw new ChainError('rejected', `block ${last.number} was replaced while it was read`)
  reading.times.set(last.hash, last.timestamp)
  return { events: await decode(reading, found), last }
}

/** Everything the escrow said about one meter in a range of blocks, both ends included, oldest first. */
export async function readMeterEvents(
  reading: LogReading,
  meterId: Hex,
  fromBlock: number,
  toBlock: number,
): Promise<ChainEvent[]> {
  const { logs, escrow } = reading
  const topics = [ledgerTopics(await loadViem()), meterId]
  return decode(reading, await logs.read({ address: escrow, topics }, fromBlock, toBlock))
}

async function decode({ rpc, times }: LogReading, logs: readonly RpcLog[]): Promise<ChainEvent[]> {
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
