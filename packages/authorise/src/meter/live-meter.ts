import {
  addDecimals,
  compareDecimals,
  depositInBaseUnits,
  dueInBaseUnits,
  rateInTermsUnits,
  subtractDecimals,
  usdFromBaseUnits,
} from '@per-second/protocol/money'
import type { Subscription } from '@per-second/protocol/types'
import { isOver, type MeterReading, type MeterStatus, meterStatus } from './meter-status.ts'

/** The meter's figures at one moment. Amounts are decimal strings of dollars. `share` is for drawing only. */
export type LiveMeter = {
  status: MeterStatus
  ticking: boolean
  elapsedSeconds: number
  remainingSeconds: number
  spentUsd: string
  maximumUsd: string
  returnsUsd: string
  share: number
}

/**
 * The figures at `now` (the same monotonic clock as `readAt`). Seconds since the response are floored, like the service's own, and
 * clamped at the maximum duration: the page never shows more than is due (docs/money.md, rule 20).
 */
export function liveMeter(reading: MeterReading, now: number): LiveMeter {
  const { subscription } = reading
  const maximum = subscription.max_duration_seconds
  const ticking = isTicking(subscription) && !reading.clockFrozen
  const since = ticking ? Math.max(0, Math.floor((now - reading.readAt) / 1000)) : 0
  const elapsedSeconds = Math.min(maximum, subscription.elapsed_seconds + since)
  const rate = rateInTermsUnits(subscription.rate_usd_per_second)
  const maximumUsd = usdFromBaseUnits(depositInBaseUnits(rate, maximum))
  const spentUsd = isOver(subscription)
    ? subscription.settled_usd
    : usdFromBaseUnits(dueInBaseUnits(rate, elapsedSeconds))
  return {
    status: meterStatus(subscription),
    ticking,
    elapsedSeconds,
    remainingSeconds: maximum - elapsedSeconds,
    spentUsd,
    maximumUsd,
    returnsUsd: subtractDecimals(maximumUsd, spentUsd),
    share: elapsedSeconds / maximum,
  }
}

/** Whether the whole deposit of a meter that is over is settled or refunded. A lost opening holds no deposit. */
export function isReconciled(subscription: Subscription): boolean {
  if (subscription.cancel_reason === 'opening_lost') return true
  const rate = rateInTermsUnits(subscription.rate_usd_per_second)
  const deposit = usdFromBaseUnits(depositInBaseUnits(rate, subscription.max_duration_seconds))
  return compareDecimals(addDecimals(subscription.settled_usd, subscription.refunded_usd), deposit) === 0
}

/** A refused settlement does not change the meter: a running one runs on, a paused one stays paused (docs/money.md, rule 23). */
function isTicking(subscription: Subscription): boolean {
  return (
    subscription.status === 'running' ||
    (subscription.status === 'past_due' && subscription.paused_at === null)
  )
}
