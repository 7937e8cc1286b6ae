import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import { decodeEventLog, toEventSelector } from 'viem/utils'
import type { ChainEvent, MeterState } from '../chain.ts'
import { ChainError } from '../chain-error.ts'
import { type Block, blockAt, readBlock } from '../confirmations.ts'
import { readMeter } from '../read-meter.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import type { LogReader, MinedLog } from './read-logs.ts'

/** Later blocks are for the next call. It exceeds the deepest reorganisation that is followed. */
const BLOCKS_A_CALL = 2_000

/** The newest blocks are read again and again: so many of their events are not decoded, nor their blocks read, each time. */
const KNOWN_EVENTS = 10_000

/** Ranges that are asked for at once, in blocks: of everybody's meters, and of one, of which even a year holds little. */
export const LONGEST_RANGE = 1_000
export const LONGEST_RANGE_OF_A_METER = 1_000_000

export type LogReading = {
  logs: LogReader
  meterLogs: LogReader
  escrow: Address
  /** By a log's place and its whole content: two endpoints may differ. Null for an event that the ledger does not keep. */
  decoded: Map<string, ChainEvent | null>
}

/**
 * Everything the escrow said in a range of blocks, both ends included, as one endpoint has it. The last block is asked for before and
 * after: an answer that a reorganisation cut in two is none.
 *
 * @throws ChainError `rejected` when the last block has changed meanwhile
 */
export async function readEvents(
  client: ChainClient,
  reading: LogReading,
  { fromBlock, toBlock }: { fromBlock: number; toBlock: number },
): Promise<{ events: ChainEvent[]; last: Block }> {
  const { logs, escrow } = reading
  const last = await blockAt(client, Math.min(toBlock, fromBlock + BLOCKS_A_CALL - 1))
  const range = { fromBlock, toBlock: last.number }
  const found = await logs.read(client, { address: escrow, topics: [LEDGER_TOPICS], ...range })
  if ((await blockAt(client, last.number)).hash !== last.hash)
    throw new ChainError('rejected', `block ${last.number} was replaced while it was read`)
  return { events: await decode(client, reading, { logs: found, last }), last }
}

/**
 * Every event of one meter up to a block, oldest first, as one endpoint has it.
 *
 * @throws ChainError `rejected` when that does not agree with the escrow's state of the meter at that block
 */
export async function readMeterLog(
  client: ChainClient,
  reading: LogReading,
  { meterId, upTo }: { meterId: Hex; upTo: number },
): Promise<ChainEvent[]> {
  const { meterLogs, escrow } = reading
  const state = await readMeter(client, { escrow, meterId, blockNumber: upTo })
  if (state.status === 'unknown') return []
  const opening = await firstBlockSince(client, state.openedAt, upTo)
  const range = { fromBlock: opening, toBlock: upTo }
  const found = await meterLogs.read(client, { address: escrow, topics: [LEDGER_TOPICS, meterId], ...range })
  // What was decoded before may be the very fault for which it is read again.
  const events = await decode(client, { ...reading, decoded: new Map() }, { logs: found })
  if (!isWhole(events, state))
    throw new ChainError('rejected', `the log of meter ${meterId} is not what the escrow says of it`)
  return events
}

/** The first block at or after an instant, or the last one when there is none up to it. */
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
  const at = (wanted: ChainEvent['kind']) => events.find(({ kind }) => kind === wanted)?.timestamp ?? null
  const charged = events.findLast(({ kind }) => kind === 'settled')?.toSecond ?? 0
  return (
    at('opened') === state.openedAt &&
    charged === state.billedSeconds &&
    at('stopped') === state.stoppedAt &&
    ((at('closed') ?? at('reclaimed')) !== null) === (state.status === 'closed')
  )
}

async function decode(
  client: ChainClient,
  { decoded }: LogReading,
  { logs, last }: { logs: readonly MinedLog[]; last?: Block },
): Promise<ChainEvent[]> {
  const times = new Map<Hex, UnixSeconds>(last && [[last.hash, last.timestamp]])
  const events: ChainEvent[] = []
  for (const log of logs) {
    const { blockHash, transactionHash, logIndex, topics, data } = log
    const key = [blockHash, transactionHash, logIndex, ...topics, data].join()
    let event = decoded.get(key)
    if (event === undefined) {
      const timestamp = times.get(blockHash) ?? (await readBlock(client, { blockHash })).timestamp
      times.set(blockHash, timestamp)
      event = decodeEscrowEvent(log, timestamp)
      decoded.set(key, event)
    }
    if (event !== null) events.push(event)
  }
  for (const oldest of decoded.keys()) {
    if (decoded.size <= KNOWN_EVENTS) break
    decoded.delete(oldest)
  }
  return events
}

/** The escrow's names of the ledger's events. Credits count as paid or refunded. */
const KINDS = {
  Opened: 'opened',
  Settled: 'settled',
  Closed: 'closed',
  Stopped: 'stopped',
  Reclaimed: 'reclaimed',
  Skipped: 'skipped',
} as const

type LedgerItem = Extract<(typeof meterEscrowAbi)[number], { type: 'event'; name: keyof typeof KINDS }>

/** By topic: given the whole ABI, viem hashes one signature after the other for every log, which takes four times as long. */
const LEDGER_ITEMS = new Map(
  meterEscrowAbi
    .filter((item): item is LedgerItem => item.type === 'event' && item.name in KINDS)
    .map(item => [toEventSelector(item), item]),
)

/** Topics of everything the ledger keeps. */
const LEDGER_TOPICS = [...LEDGER_ITEMS.keys()]

/**
 * An event of the escrow, at the time of its block, or null for one that the ledger does not keep.
 *
 * @throws viem's error for a log that lacks its event's fields
 */
function decodeEscrowEvent({ topics, data, ...log }: MinedLog, timestamp: UnixSeconds): ChainEvent | null {
  const item = topics[0] && LEDGER_ITEMS.get(topics[0])
  if (!item) return null
  const { eventName, args } = decodeEventLog({ abi: [item], topics, data })
  const event: ChainEvent = {
    kind: KINDS[eventName],
    meterId: args.id,
    timestamp,
    blockHash: log.blockHash,
    txHash: log.transactionHash,
    blockNumber: Number(log.blockNumber),
    logIndex: Number(log.logIndex),
    fromSecond: 0,
    toSecond: 0,
    gross: 0n,
    fee: 0n,
    refunded: 0n,
    terms: null,
  }
  switch (eventName) {
    case 'Opened':
      return { ...event, terms: args.terms }
    case 'Stopped':
      // The escrow's own instant: an endpoint's header may be false.
      return { ...event, timestamp: args.stoppedAt }
    case 'Settled': {
      const { fromSecond, toSecond, gross, fee } = args
      return { ...event, fromSecond, toSecond, gross, fee }
    }
    case 'Closed':
    case 'Reclaimed':
      return { ...event, refunded: args.refund }
    default:
      return event
  }
}
