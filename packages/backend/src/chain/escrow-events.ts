import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { Address, Hex } from '@per-second/protocol/types'
import type { EscrowEvent } from './chain.ts'
import { fromQuantity } from './quantity.ts'
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

/** The escrow's own events among `logs`, in order. Credits are left out: they count as paid or refunded. */
export function decodeEscrowEvents(viem: Viem, escrow: Address, logs: readonly RpcLog[]): EscrowEvent[] {
  const own = logs.filter(log => log.address.toLowerCase() === escrow.toLowerCase())
  return own.map(log => decodeEscrowEvent(viem, log)).filter(event => event !== null)
}

export function decodeEscrowEvent(viem: Viem, log: RpcLog): EscrowEvent | null {
  const [signature, ...rest] = log.topics
  if (signature === undefined) return null
  const known = eventsOf(viem).get(signature)
  if (known === undefined) return null
  const event = viem.decodeEventLog({ abi: [known], data: log.data, topics: [signature, ...rest] })
  const logIndex = fromQuantity(log.logIndex)
  switch (event.eventName) {
    case 'Opened':
      return { logIndex, digest: event.args.id, type: 'opened' }
    case 'Settled': {
      const { id, fromSecond, toSecond, gross, fee } = event.args
      return { logIndex, digest: id, type: 'settled', fromSecond, toSecond, gross, fee }
    }
    case 'Closed':
      return { logIndex, digest: event.args.id, type: 'closed', refunded: event.args.refund }
    case 'Stopped':
      return { logIndex, digest: event.args.id, type: 'stopped' }
    case 'Reclaimed':
      return { logIndex, digest: event.args.id, type: 'reclaimed', refunded: event.args.refund }
    case 'Skipped':
      return { logIndex, digest: event.args.id, type: 'skipped' }
    default:
      return null
  }
}

type EventItem = Extract<(typeof meterEscrowAbi)[number], { type: 'event' }>

let bySelector: Map<Hex, EventItem> | undefined

/** Given the whole ABI the decoder hashes every signature for every log, which shows in batches of a hundred. */
function eventsOf({ toEventSelector }: Viem): Map<Hex, EventItem> {
  bySelector ??= new Map(
    meterEscrowAbi.filter(item => item.type === 'event').map(item => [toEventSelector(item), item]),
  )
  return bySelector
}
