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

type Reading = { rpc: JsonRpc; logs: LogReader; escrow: Address }

/**
 * Everything the escrow said in a range of blocks, both ends included. The last block is asked for before and after: an answer that a
 * reorganisation cut in two is none.
 *
 * @throws ChainError `rejected` when the last block has changed meanwhile
 */
export async function readEvents(
  { rpc, logs, escrow }: Reading,
  fromBlock: number,
  toBlock: number,
): Promise<{ events: ChainEvent[]; last: Block }> {
  const last = await blockAt(rpc, toQuantity(Math.min(toBlock, fromBlock + BLOCKS_A_CALL - 1)))
  const topics = [ledgerTopics(await loadViem())]
  const found = await logs.read({ address: escrow, topics }, fromBlock, last.number)
  if ((await blockAt(rpc, toQuantity(last.number))).hash !== last.hash)
    throw new ChainError('rejected', `block ${last.number} was replaced while it was read`)
  return { events: await decode(rpc, found, last), last }
}

/** Everything the escrow said about one meter in a range of blocks, both ends included, oldest first. */
export async function readMeterEvents(
  { rpc, logs, escrow }: Reading,
  meterId: Hex,
  fromBlock: number,
  toBlock: number,
): Promise<ChainEvent[]> {
  const topics = [ledgerTopics(await loadViem()), meterId]
  return decode(rpc, await logs.read({ address: escrow, topics }, fromBlock, toBlock), null)
}

/** @param known a block whose time need not be asked for */
async function decode(rpc: JsonRpc, logs: readonly RpcLog[], known: Block | null): Promise<ChainEvent[]> {
  const viem = await loadViem()
  const times = new Map<Hex, number>(known ? [[known.hash, known.timestamp]] : [])
  const events: ChainEvent[] = []
  for (const log of logs) {
    const { blockHash } = log
    const timestamp = times.get(blockHash) ?? (await blockByHash(rpc, blockHash)).timestamp
    times.set(blockHash, timestamp)
    const event = decodeEscrowEvent(viem, log, timestamp)
    if (event !== null) events.push(event)
  }
  return events
}
