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
import type { CheckoutSession, Subscription, WireMeterTerms } from '@per-second/protocol/types'

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

/** The signed terms, as this browser recorded them, and the session that they are for. */
export type SignedMeter = {
  record: {
    chainId: number
    terms: Pick<WireMeterTerms, 'rate_per_second' | 'max_seconds' | 'open_by'>
    subscription: string
    /** The session whose meter this one was to carry on, or null. */
    replaces: string | null
    /** All clocks at the moment of the signature. */
    signedAt: Clocks
  }
  session: Pick<CheckoutSession, 'id' | 'max_duration_seconds' | 'max_escrow_usd'> & {
    product: Pick<CheckoutSession['product'], 'id' | 'allow_pause' | 'rate_usd_per_second'>
  }
}

/** A field of a subscription, or of its session, that contradicts the signed terms. */
export type MeterContradiction = keyof Subscription

/** The escrow opens no meter earlier before its deadline (docs/money.md, rule 2). */
const LONGEST_BEFORE_DEADLINE_SECONDS = 86_400

/** The only chain whose clock can be moved, and the service's with it. */
const EMBEDDED_CHAIN_ID = 31_337

/** The tolerance between clocks, in seconds. Beyond it the service is not believed. */
const SLACK_SECONDS = 120

/**
 * The first field of a subscription, or of its session, that contradicts the signed terms, or null if all may be true. All values have
 * been checked for their shape. Rate, maximum duration and deposit are as signed. billed ≤ elapsed ≤ maximum, settled ≤ due(elapsed)
 * and settled + refunded ≤ deposit. elapsed is at most the time since the signature, by the clock that shows the longest time, and
 * 120 s. The meter starts at most a day before the deadline of its opening, and ends no earlier.
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
    sessionContradiction(signed) ??
    identityContradiction(subscription, signed) ??
    termsContradiction(subscription, signed.record.terms) ??
    timeContradiction(subscription, signed.record, clocks) ??
    moneyContradiction(subscription, signed.record.terms)
  )
}

type Terms = SignedMeter['record']['terms']

/** The card takes rate and maximum duration from the session. */
function sessionContradiction({ record, session }: SignedMeter): MeterContradiction | null {
  const { product, max_duration_seconds: maximum, max_escrow_usd: amount } = session
  return offerContradiction({ rate: product.rate_usd_per_second, maximum, amount }, record.terms)
}

/** Rate, maximum duration and maximum charge are as signed. A session may leave the last two open. */
function offerContradiction(
  { rate, maximum, amount }: { rate: string; maximum: number | null; amount: string | null },
  { rate_per_second, max_seconds }: Terms,
): MeterContradiction | null {
  if (rateInTermsUnits(rate) !== BigInt(rate_per_second)) return 'rate_usd_per_second'
  if (maximum !== null && maximum !== max_seconds) return 'max_duration_seconds'
  const isExact = amount === null || compareDecimals(amount, exactCost(rate, max_seconds)) === 0
  return isExact ? null : 'max_escrow_usd'
}

function identityContradiction(
  subscription: Subscription,
  { record, session }: SignedMeter,
): MeterContradiction | null {
  if (subscription.id !== record.subscription) return 'id'
  if (subscription.checkout_session !== session.id) return 'checkout_session'
  if (subscription.product !== session.product.id) return 'product'
  // The old meter would go on beside this one.
  if (record.replaces !== null && subscription.replaces === null) return 'replaces'
  return subscription.allow_pause === session.product.allow_pause ? null : 'allow_pause'
}

function termsContradiction(subscription: Subscription, terms: Terms): MeterContradiction | null {
  const { rate_usd_per_second: rate, max_duration_seconds: maximum, max_escrow_usd: amount } = subscription
  const isSameRate = compareDecimals(subscription.rate_per_second_wei, rateInBaseUnits(rate)) === 0
  return offerContradiction({ rate, maximum, amount }, terms) ?? (isSameRate ? null : 'rate_per_second_wei')
}

function timeContradiction(
  { elapsed_seconds: elapsed, billed_seconds: billed, started_at, ended_at }: Subscription,
  record: SignedMeter['record'],
  clocks: Clocks,
): MeterContradiction | null {
  const earliest = record.terms.open_by - LONGEST_BEFORE_DEADLINE_SECONDS
  if (started_at !== null && started_at < earliest) return 'started_at'
  if (ended_at !== null && ended_at < (started_at ?? earliest)) return 'ended_at'
  if (elapsed > record.terms.max_seconds || elapsed > longestSince(record, clocks) + SLACK_SECONDS)
    return 'elapsed_seconds'
  return billed > elapsed ? 'billed_seconds' : null
}

function moneyContradiction(subscription: Subscription, terms: Terms): MeterContradiction | null {
  const rate = BigInt(terms.rate_per_second)
  const settled = baseUnitsFromUsd(subscription.settled_usd)
  if (settled === null || settled > dueInBaseUnits(rate, subscription.elapsed_seconds)) return 'settled_usd'
  const refunded = baseUnitsFromUsd(subscription.refunded_usd)
  const deposit = depositInBaseUnits(rate, terms.max_seconds)
  return refunded === null || settled + refunded > deposit ? 'refunded_usd' : null
}

/**
 * The longest time since the signature that any clock shows, in seconds. Infinite without a usable clock. On the embedded chain only the
 * service's clock knows the moved time. A clock that shows a time before the signature was set, and is ignored.
 */
function longestSince({ chainId, signedAt }: SignedMeter['record'], now: Clocks): number {
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
