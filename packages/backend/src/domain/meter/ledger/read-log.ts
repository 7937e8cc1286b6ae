import { depositOfTerms, type MeterTerms } from '@per-second/protocol/terms'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { EscrowEvent } from '../../entities.ts'
import { totalsAfter } from './totals-after.ts'

/** The escrow's actions on one meter, in confirmed blocks. */
export type MeterLog = {
  opened: Pick<EscrowEvent, 'txHash' | 'timestamp'> | null
  /** The payer's word. A reclaim ends a meter that was never stopped at the same instant. */
  stoppedAt: UnixSeconds | null
  /** The second up to which the meter was charged, and the charges, oldest first. */
  billedSeconds: number
  charges: readonly Pick<EscrowEvent, 'fromSecond' | 'toSecond' | 'txHash'>[]
  ending: Pick<EscrowEvent, 'kind' | 'timestamp' | 'txHash' | 'refunded'> | null
  /** Transactions that have an event of this meter, and those that skipped it. */
  transactions: ReadonlySet<Hex>
  skipped: ReadonlySet<Hex>
}

/**
 * Reads a meter's events, and checks that each begins where the one before ended and moved the amounts of the terms. It
 * also checks that no amount is left over: deposit = settled + refunded.
 *
 * @param events oldest first
 * @param from the second at which the first charge must begin. The events before it are not among these
 * @returns the log, or in words why these events cannot be all there were
 */
export function readLog(
  terms: MeterTerms,
  events: readonly EscrowEvent[],
  from = 0,
): { log: MeterLog; fault: null } | { log: null; fault: string } {
  const fault = (reason: string) => ({ log: null, fault: reason })
  const charges: EscrowEvent[] = []
  let opened: EscrowEvent | null = null
  let stopped: EscrowEvent | null = null
  let ending: EscrowEvent | null = null
  let second = from
  for (const event of events) {
    switch (event.kind) {
      case 'opened':
        // The escrow opens no meter from this instant on: the block's timestamp is false.
        if (event.timestamp >= terms.openBy) return fault(`opened after its deadline, in ${event.txHash}`)
        opened = event
        break
      case 'stopped':
        stopped = event
        break
      case 'settled': {
        const [before, after] = [totalsAfter(terms, second), totalsAfter(terms, event.toSecond)]
        if (ending !== null) return fault(`charged after its end, in ${event.txHash}`)
        if (event.fromSecond !== second || event.toSecond <= second)
          return fault(`charged from second ${event.fromSecond}, not ${second}, in ${event.txHash}`)
        if (event.gross !== after.gross - before.gross || event.fee !== after.fee - before.fee)
          return fault(`charged ${event.gross}, of which fee ${event.fee}, in ${event.txHash}`)
        charges.push(event)
        second = event.toSecond
        break
      }
      case 'closed':
      case 'reclaimed':
        if (ending !== null) return fault(`ended twice, again in ${event.txHash}`)
        if (event.refunded + totalsAfter(terms, second).gross !== depositOfTerms(terms))
          return fault(`returned ${event.refunded} in ${event.txHash} after ${second} seconds`)
        ending = event
    }
  }
  const ofKind = (kind: EscrowEvent['kind']) => events.filter(event => event.kind === kind)
  const others = events.filter(event => event.kind !== 'skipped')
  return {
    log: {
      opened,
      stoppedAt: stopped?.timestamp ?? (ending?.kind === 'reclaimed' ? ending.timestamp : null),
      billedSeconds: second,
      charges,
      ending,
      transactions: new Set(others.map(({ txHash }) => txHash)),
      skipped: new Set(ofKind('skipped').map(({ txHash }) => txHash)),
    },
    fault: null,
  }
}

/** Whether the meter's deposit has left the escrow after it. */
export function isEnd({ kind }: Pick<EscrowEvent, 'kind'>): boolean {
  return kind === 'closed' || kind === 'reclaimed'
}
