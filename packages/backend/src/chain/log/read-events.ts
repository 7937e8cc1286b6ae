import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import type { ChainEvent, MeterState } from '../chain.ts'
import { ChainError } from '../chain-error.ts'
import { type Block, blockAt, readBlock } from '../confirmations.ts'
import { readMeter } from '../read-meter.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import { decodeEscrowEvent, LEDGER_TOPICS } from './escrow-events.ts'
import { type LogReader, logsOfBlock, type MinedLog } from './read-logs.ts'

/** What is further ahead is for the next call; more than the deepest reorganisation that is followed. */
const BLOCKS_A_CALL = 2_000

/** The newest blocks are read again and again: so many events of them are not decoded each time. */
const MOST_DECODED = 10_000

/** Ranges that are asked for at once, in blocks: of everybody's meters, and of one, of which even a year holds little. */
export const LONGEST_RANGE = 1_000
export const LONGEST_RANGE_OF_A_METER = 1_000_000

export type LogReading = {
  logs: LogReader
  meterLogs: LogReader
  escrow: Address
  /** What was read lately, by block and place in it: null for what the ledger does not keep. */
  decoded: Map<string, ChainEvent | null>
}

/**
 * Everything the escrow said in a range of blocks, both ends included, as one endpoint has it. The last block is asked for before and
 * after: an answer that a reorganisation cut in two is none. One block alone is read by its hash (EIP-234), which nothing cuts in two.
 *
 * @throws ChainError `rejected` when the last block has changed meanwhile
 */
export async function readEvents(
  client: ChainClient,
  reading: LogReading,
  fromBlock: number,
  toBlock: number,
): Promise<{ events: ChainEvent[]; last: Block }> {
  const { logs, escrow, decoded } = reading
  const last = await blockAt(client, Math.min(toBlock, fromBlock + BLOCKS_A_CALL - 1))
  const filter = { address: escrow, topics: [LEDGER_TOPICS] }
  if (fromBlock === last.number)
    return { events: await decode(client, await logsOfBlock(client, filter, last.hash), decoded, last), last }
  const found = await logs.read(client, filter, fromBlock, last.number)
  if ((await blockAt(client, last.number)).hash !== last.hash)
    throw new ChainError('rejected', `block ${last.number} was replaced while it was read`)
  return { events: await decode(client, found, decoded, last), last }
}

/**
 * Everything the escrow said about one meter up to a block, oldest first, as one endpoint has it.
 *
 * @throws ChainError `rejected` when that is not what the escrow says of the meter at that block
 */
export async function readMeterLog(
  client: ChainClient,
  reading: LogReading,
  meterId: Hex,
  upTo: number,
): Promise<ChainEvent[]> {
  const { meterLogs, escrow } = reading
  const state = await readMeter(client, escrow, meterId, upTo)
  if (state.status === 'unknown') return []
  const opening = await firstBlockSince(client, state.openedAt, upTo)
  const filter = { address: escrow, topics: [LEDGER_TOPICS, meterId] }
  const found = await meterLogs.read(client, filter, opening, upTo)
  // Anew: what is known of it may be what is wrong.
  const events = await decode(client, found, new Map())
  if (!isWhole(events, state))
    throw new ChainError('rejected', `the log of meter ${meterId} is not what the escrow says of it`)
  return events
}

/** The first block at or after an instant; the last one when there is none up to it. */
export async function firstBlockSince(
  client: ChainClient,
  timestamp: UnixSeconds,
  last: number,
): Promise<number> {
  let low = 0
  let high = last
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await blockAt(client, middle)).timestamp < timestamp) low = middle + 1
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

/** @param known a block whose time need not be asked for */
async function decode(
  client: ChainClient,
  logs: readonly MinedLog[],
  decoded: LogReading['decoded'],
  known?: Block,
): Promise<ChainEvent[]> {
  const times = new Map<Hex, UnixSeconds>(known && [[known.hash, known.timestamp]])
  const events: ChainEvent[] = []
  for (const log of logs) {
    const { blockHash } = log
    const place = `${blockHash}:${log.logIndex}`
    let event = decoded.get(place)
    if (event === undefined) {
      const timestamp = times.get(blockHash) ?? (await readBlock(client, { blockHash })).timestamp
      times.set(blockHash, timestamp)
      event = decodeEscrowEvent(log, timestamp)
      decoded.set(place, event)
    }
    if (event !== null) events.push(event)
  }
  for (const oldest of decoded.keys()) {
    if (decoded.size <= MOST_DECODED) break
    decoded.delete(oldest)
  }
  return events
}
