import {
  baseUnitsFromUsd,
  compareDecimals,
  depositInBaseUnits,
  dueInBaseUnits,
  exactCost,
  rateInBaseUnits,
  rateInTermsUnits,
} from '@per-second/protocol/money'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Subscription } from '@per-second/protocol/types'

/** All clocks at one moment. An unknown clock is null. */
export type Clocks = {
  /** The device's clock. */
  wall: UnixSeconds
  /** The page's monotonic clock, which a reload ends. Null if another page signed. */
  monotonicMs: number | null
  /** The timestamp of the latest block seen through the wallet. */
  block: UnixSeconds | null
  /** The service's clock, `Billing-Clock`. */
  billing: UnixSeconds | null
}

/** The signed terms, as the page recorded them. Unknown values are null. */
export type SignedMeter = {
  chainId: number
  /** 1e-18 AUSD. */
  ratePerSecond: bigint
  maxSeconds: number
  depositBaseUnits: bigint
  subscription: string
  session: string | null
  product: string | null
  allowPause: boolean | null
  /** All clocks at the moment of the signature. */
  signedAt: Clocks
}

/** A field of a subscription that contradicts the signed terms. */
export type MeterContradiction = keyof Subscription

/** The only chain whose clock can be moved, and the service's with it. */
const EMBEDDED_CHAIN_ID = 31_337

/** The tolerance between clocks, in seconds. Beyond it the service is not believed. */
const SLACK_SECONDS = 120

/**
 * The first field of a subscription that contradicts the signed terms, or null if all may be true. All values come from one response,
 * whose shape has been checked. Rate, maximum duration and deposit are as signed. billed ≤ elapsed ≤ maximum, settled ≤ due(elapsed)
 * and settled + refunded ≤ deposit. elapsed is at most the time since the signature, by the clock that shows the longest time, and
 * 120 s.
 *
 * If a device slept or its clock was set, another clock shows a longer time, so pass every clock there is. If the device's clock is the
 * only one, and was set back by less than the time since the signature, the check cannot tell the truth from a lie
 * (docs/money.md, rule 58).
 */
export function meterContradiction(
  subscription: Subscription,
  signed: SignedMeter,
  clocks: Clocks,
): MeterContradiction | null {
  return (
    identityContradiction(subscription, signed) ??
    termsContradiction(subscription, signed) ??
    timeContradiction(subscription, signed, clocks) ??
    moneyContradiction(subscription, signed)
  )
}

function identityContradiction(subscription: Subscription, signed: SignedMeter): MeterContradiction | null {
  if (subscription.id !== signed.subscription) return 'id'
  if (isOther(subscription.checkout_session, signed.session)) return 'checkout_session'
  if (isOther(subscription.product, signed.product)) return 'product'
  if (isOther(subscription.allow_pause, signed.allowPause)) return 'allow_pause'
  return null
}

function isOther<T>(said: T, agreed: T | null): boolean {
  return agreed !== null && said !== agreed
}

function termsContradiction(subscription: Subscription, signed: SignedMeter): MeterContradiction | null {
  const { rate_usd_per_second: rate, max_duration_seconds: maximum } = subscription
  if (rateInTermsUnits(rate) !== signed.ratePerSecond) return 'rate_usd_per_second'
  if (compareDecimals(subscription.rate_per_second_wei, rateInBaseUnits(rate)) !== 0)
    return 'rate_per_second_wei'
  if (maximum !== signed.maxSeconds) return 'max_duration_seconds'
  const isDeposit = depositInBaseUnits(signed.ratePerSecond, maximum) === signed.depositBaseUnits
  const isExact = compareDecimals(subscription.max_escrow_usd, exactCost(rate, maximum)) === 0
  return isDeposit && isExact ? null : 'max_escrow_usd'
}

function timeContradiction(
  subscription: Subscription,
  signed: SignedMeter,
  clocks: Clocks,
): MeterContradiction | null {
  const { elapsed_seconds: elapsed, billed_seconds: billed } = subscription
  if (elapsed > signed.maxSeconds || elapsed > longestSince(signed, clocks) + SLACK_SECONDS)
    return 'elapsed_seconds'
  return billed > elapsed ? 'billed_seconds' : null
}

function moneyContradiction(subscription: Subscription, signed: SignedMeter): MeterContradiction | null {
  const settled = baseUnitsFromUsd(subscription.settled_usd)
  const due = dueInBaseUnits(signed.ratePerSecond, subscription.elapsed_seconds)
  if (settled === null || settled > due) return 'settled_usd'
  const refunded = baseUnitsFromUsd(subscription.refunded_usd)
  return refunded === null || settled + refunded > signed.depositBaseUnits ? 'refunded_usd' : null
}

/**
 * The longest time since the signature that any clock shows, in seconds. Infinite without a usable clock. On the embedded chain only the
 * service's clock knows the moved time. A clock that shows a time before the signature was set, and is ignored.
 */
function longestSince({ chainId, signedAt }: SignedMeter, now: Clocks): number {
  const since = (clock: keyof Clocks) => {
    const [then, at] = [signedAt[clock], now[clock]]
    return then === null || at === null || at < then ? [] : [at - then]
  }
  const clocks =
    chainId === EMBEDDED_CHAIN_ID
      ? since('billing')
      : [...since('wall'), ...since('monotonicMs').map(ms => ms / 1000), ...since('block')]
  return clocks.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...clocks)
}
