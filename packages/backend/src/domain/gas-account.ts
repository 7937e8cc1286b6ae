import type { UnixMillis } from '@per-second/protocol/time'
import type { BillingPolicy } from './billing-policy.ts'
import type { Subscription } from './entities.ts'

/** How far back an account goes. */
export const ACCOUNT_MILLIS = 24 * 3_600_000

/** Openings of a day, each of which costs the operator gas, and the fees that their meters have paid since, in base units (docs/money.md, rule 78). */
export type GasAccount = { openings: number; fees: bigint }

export type Opened = Pick<
  Subscription,
  'created' | 'status' | 'openingsFailed' | 'cancelReason' | 'settledFee'
>

/** Ends that are the merchant's or the chain's doing: such an opening does not count against its payer. */
const NOT_BY_PAYER: ReadonlySet<Subscription['cancelReason']> = new Set([
  'merchant',
  'start_timeout',
  'opening_lost',
])

/** A subscription's openings: each that failed by the payer's doing, and the one under way or done. */
export function openingsOf({ status, openingsFailed }: Pick<Opened, 'status' | 'openingsFailed'>): number {
  return openingsFailed + (status === 'incomplete_expired' ? 0 : 1)
}

/** The account of one payer at one merchant. */
export function payerAccount(subscriptions: readonly Opened[]): GasAccount {
  const own = subscriptions.filter(({ cancelReason }) => !NOT_BY_PAYER.has(cancelReason))
  return {
    openings: own.reduce((total, each) => total + openingsOf(each), 0),
    fees: own.reduce((total, { settledFee }) => total + settledFee, 0n),
  }
}

/** The whole openings of an account beyond an allowance with one more, or 0 within the allowance. */
export function openingsBeyond(
  { openings, fees }: GasAccount,
  { meterCost }: Pick<BillingPolicy, 'meterCost'>,
  allowance: number,
): number {
  const beyond = BigInt(openings + 1 - allowance) * meterCost - fees
  return beyond <= 0n ? 0 : Number((beyond + meterCost - 1n) / meterCost)
}

/**
 * Until a payer's account is within its allowance again, in whole seconds: its oldest subscriptions leave the account one after the other,
 * and their fees with them.
 */
export function secondsUntilWithin(
  subscriptions: readonly Opened[],
  policy: Pick<BillingPolicy, 'meterCost' | 'payerAllowance'>,
  now: UnixMillis,
): number {
  const waits = subscriptions
    .map(({ created }) => secondsUntilForgotten(created, now))
    .toSorted((a, b) => a - b)
  const isWithin = (seconds: number) => {
    const since = now + seconds * 1_000 - ACCOUNT_MILLIS
    const account = payerAccount(subscriptions.filter(({ created }) => created > since))
    return openingsBeyond(account, policy, policy.payerAllowance) === 0
  }
  return waits.find(isWithin) ?? ACCOUNT_MILLIS / 1_000
}

/** Until so many of the oldest openings are more than a day old, in whole seconds: the least that an account takes to recover. */
export function secondsUntilForgotten(oldest: UnixMillis, now: UnixMillis): number {
  return Math.max(1, Math.ceil((oldest + ACCOUNT_MILLIS - now) / 1_000))
}

/** A wait of so many seconds, as a refusal tells it. */
export function inWords(seconds: number): string {
  if (seconds <= 60) return 'about a minute'
  if (seconds < 5_400) return `about ${Math.ceil(seconds / 60)} minutes`
  return `about ${Math.ceil(seconds / 3_600)} hours`
}
