import { dueInBaseUnits } from '@per-second/protocol/money'
import { depositOfTerms, type MeterTerms } from '@per-second/protocol/terms'
import type { UnixSeconds } from '@per-second/protocol/time'

/** The escrow's record of a meter, in the form of its `state`. */
export type EscrowState = {
  status: 'unknown' | 'open' | 'closed' | 'reclaimed'
  openedAt: UnixSeconds
  /** 0 while the payer has not stopped it. */
  stoppedAt: UnixSeconds
  billedSeconds: number
}

/** The standing of a meter, computed from its terms and the escrow's state alone. Amounts in base units. */
export type MeterStanding = {
  status: 'running' | 'stopped' | 'closed' | 'reclaimed'
  deposit: bigint
  charged: bigint
  /** The part of the deposit that the escrow still holds. */
  held: bigint
  /** The operator's further charge if the meter is stopped in this second, and the maximum further charge if it is not. */
  owedNow: bigint
  owedAtMost: bigint
  /** The time from which any account may return the remainder to the payer. Null once the meter has ended. */
  reclaimableAt: UnixSeconds | null
  isReclaimable: boolean
}

/**
 * The escrow's own bounds (docs/money.md, rules 6 and 8): wall-clock time since the opening, the payer's stop, the maximum duration, the
 * expiry.
 *
 * @param now the timestamp of the newest block that was read, which may be older than `state`
 * @returns null for a meter that the escrow never opened
 */
export function meterStanding(terms: MeterTerms, state: EscrowState, now: UnixSeconds): MeterStanding | null {
  if (state.status === 'unknown') return null
  const due = (seconds: number) => dueInBaseUnits(terms.ratePerSecond, seconds)
  const deposit = depositOfTerms(terms)
  const charged = due(state.billedSeconds)
  if (state.status !== 'open') {
    const nothing = { owedNow: 0n, owedAtMost: 0n, reclaimableAt: null, isReclaimable: false }
    return { status: state.status, deposit, charged, held: 0n, ...nothing }
  }
  const isStopped = state.stoppedAt !== 0
  const end = isStopped ? Math.min(state.stoppedAt, terms.expiry) : terms.expiry
  const owedUntil = (instant: UnixSeconds) => {
    const seconds = Math.min(terms.maxSeconds, Math.max(instant - state.openedAt, 0))
    return due(Math.max(seconds, state.billedSeconds)) - charged
  }
  const reclaimableAt = isStopped ? Math.min(terms.expiry, state.stoppedAt + terms.stopGrace) : terms.expiry
  return {
    status: isStopped ? 'stopped' : 'running',
    deposit,
    charged,
    held: deposit - charged,
    owedNow: isStopped ? owedUntil(end) : owedUntil(Math.min(now, end)),
    owedAtMost: owedUntil(end),
    reclaimableAt,
    isReclaimable: now >= reclaimableAt,
  }
}
