import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import type { AbiParameter } from 'viem'
import type { ChainEvent } from './chain.ts'
import { ChainError } from './chain-error.ts'
import { fromQuantity } from './transport/quantity.ts'
import type { Viem } from './viem-module.ts'

/** A log as `eth_getLogs` and receipts carry it. */
export type RpcLog = {
  address: Address
  topics: Hex[]
  data: Hex
  logIndex: Hex
  blockNumber: Hex
  blockHash: Hex
  transactionHash: Hex
  /** Set on logs of a block that has just vanished. */
  removed?: boolean
}

/** What the escrow did, at the time of its block; null for credits, which count as paid or refunded. */
export function decodeEscrowEvent(viem: Viem, log: RpcLog, timestamp: UnixSeconds): ChainEvent | null {
  const [signature, meterId] = log.topics
  const known = signature && eventsOf(viem).get(signature)
  const kind = known && KINDS[known.name]
  if (!known || kind === undefined) return null
  if (meterId === undefined) throw new ChainError('rejected', `a ${known.name} event does not name its meter`)
  const event: ChainEvent = {
    ...{ kind, meterId, timestamp, blockHash: log.blockHash, txHash: log.transactionHash },
    ...{ blockNumber: fromQuantity(log.blockNumber), logIndex: fromQuantity(log.logIndex) },
    ...{ fromSecond: 0, toSecond: 0, gross: 0n, fee: 0n, refunded: 0n, operator: null },
  }
  const values = () => viem.decodeAbiParameters(known.data, log.data)
  switch (kind) {
    case 'opened': {
      const [terms] = values() as [{ operator: Address }]
      return { ...event, operator: terms.operator }
    }
    case 'settled': {
      const [fromSecond, toSecond, gross, fee] = values() as [number, number, bigint, bigint]
      return { ...event, fromSecond, toSecond, gross, fee }
    }
    case 'closed':
    case 'reclaimed': {
      const [, , refunded] = values() as [number, bigint, bigint]
      return { ...event, refunded }
    }
    default:
      return event
  }
}

/** The escrow's names of what the ledger keeps. */
const KINDS: Partial<Record<string, ChainEvent['kind']>> = {
  Opened: 'opened',
  Settled: 'settled',
  Closed: 'closed',
  Stopped: 'stopped',
  Reclaimed: 'reclaimed',
  Skipped: 'skipped',
}

/** Topics of everything the ledger keeps. */
export function ledgerTopics(viem: Viem): Hex[] {
  return [...eventsOf(viem)].filter(([, { name }]) => name in KINDS).map(([topic]) => topic)
}

type EventItem = Extract<(typeof meterEscrowAbi)[number], { type: 'event' }>

/** An event of the escrow, and what of it is data rather than topics. */
type KnownEvent = { name: EventItem['name']; data: readonly AbiParameter[] }

let bySelector: Map<Hex, KnownEvent> | undefined

/** viem's own decoder of logs hashes an event's signature for every log, which shows in batches of a hundred. */
function eventsOf({ toEventSelector }: Viem): Map<Hex, KnownEvent> {
  bySelector ??= new Map(
    meterEscrowAbi
      .filter(item => item.type === 'event')
      .map(item => [
        toEventSelector(item),
        { name: item.name, data: item.inputs.filter(input => !input.indexed) },
      ]),
  )
  return bySelector
}
