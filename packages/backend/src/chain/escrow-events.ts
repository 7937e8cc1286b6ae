import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { Address, Hex } from '@per-second/protocol/types'
import type { AbiParameter } from 'viem'
import type { EscrowEvent } from './chain.ts'
import { ChainError } from './chain-error.ts'
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
  const [signature, digest] = log.topics
  const known = signature && eventsOf(viem).get(signature)
  if (!known) return null
  if (digest === undefined) throw new ChainError('rejected', `a ${known.name} event does not name its meter`)
  const place = { logIndex: fromQuantity(log.logIndex), digest }
  const values = () => viem.decodeAbiParameters(known.data, log.data)
  switch (known.name) {
    case 'Opened':
      return { ...place, type: 'opened' }
    case 'Settled': {
      const [fromSecond, toSecond, gross, fee] = values() as [number, number, bigint, bigint]
      return { ...place, type: 'settled', fromSecond, toSecond, gross, fee }
    }
    case 'Closed': {
      const [, , refunded] = values() as [number, bigint, bigint]
      return { ...place, type: 'closed', refunded }
    }
    case 'Stopped':
      return { ...place, type: 'stopped' }
    case 'Reclaimed': {
      const [, , refunded] = values() as [number, bigint, bigint]
      return { ...place, type: 'reclaimed', refunded }
    }
    case 'Skipped':
      return { ...place, type: 'skipped' }
    default:
      return null
  }
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
