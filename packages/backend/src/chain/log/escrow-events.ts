import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { UnixSeconds } from '@per-second/protocol/time'
import { decodeEventLog, toEventSelector } from 'viem/utils'
import type { ChainEvent } from '../chain.ts'
import type { MinedLog } from './read-logs.ts'

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
export const LEDGER_TOPICS = [...LEDGER_ITEMS.keys()]

/**
 * An event of the escrow, at the time of its block, or null for one that the ledger does not keep.
 *
 * @throws viem's error for a log that lacks its event's fields
 */
export function decodeEscrowEvent(
  { topics, data, ...log }: MinedLog,
  timestamp: UnixSeconds,
): ChainEvent | null {
  const item = topics[0] && LEDGER_ITEMS.get(topics[0])
  if (!item) return null
  const { eventName, args } = decodeEventLog({ abi: [item], topics, data })
  const event: ChainEvent = {
    ...{ kind: KINDS[eventName], meterId: args.id, timestamp, blockHash: log.blockHash },
    ...{ txHash: log.transactionHash, blockNumber: Number(log.blockNumber), logIndex: Number(log.logIndex) },
    ...{ fromSecond: 0, toSecond: 0, gross: 0n, fee: 0n, refunded: 0n, terms: null },
  }
  switch (eventName) {
    case 'Opened':
      return { ...event, terms: args.terms }
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
