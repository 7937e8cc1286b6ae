import type { Address } from '@per-second/protocol/types'
import { ApiError } from '../domain/api-error.ts'
import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { Customer, Scope } from '../domain/entities.ts'
import {
  ACCOUNT_MILLIS,
  type GasAccount,
  inWords,
  openingsBeyond,
  payerAccount,
  secondsUntilForgotten,
  secondsUntilWithin,
} from '../domain/gas-account.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { BillingOperation } from './operation.ts'

/** Openings of one payer that failed within a day by its own doing, or may yet: the chain takes no more (docs/money.md, rule 35). */
const MOST_FAILED = 3

/** After which a pending opening is included on most chains, and another one of its payer has room. */
const SECONDS_OF_AN_OPENING = 5

/**
 * Refuses a payer who has as many meters open at a merchant as the service allows, whose openings there fail, or whose
 * openings there cost more gas than the fees of its meters have paid for.
 *
 * @param replaces the meter that the new one carries on, which does not count as open, or null
 * @throws {ApiError} `open_meters_exceeded`. `subscription_invalid_state` for the payer of three failed openings.
 * `chain_unavailable` while pending openings may still fail. `rate_limit_exceeded` with the seconds to wait
 */
export async function refusePayer(
  { tx, now, policy }: Pick<BillingOperation, 'tx' | 'now' | 'policy'>,
  scope: Scope,
  { payer, replaces }: { payer: Address; replaces: string | null },
): Promise<void> {
  const customer = await tx.customers.byWallet(scope, payer.toLowerCase())
  if (customer === null) return
  const { maxOpenMeters } = policy
  const open = maxOpenMeters === null ? [] : await tx.subscriptions.openOf(customer)
  const others = open.filter(({ id }) => id !== replaces)
  if (maxOpenMeters !== null && others.length >= maxOpenMeters) {
    throw new ApiError(
      'open_meters_exceeded',
      `This wallet has ${maxOpenMeters} meters open here, as many as it may have. Stop one of them first.`,
    )
  }
  const subscriptions = await tx.subscriptions.createdSince(customer, now - ACCOUNT_MILLIS)
  const failed = subscriptions.reduce((total, { openingsFailed }) => total + openingsFailed, 0)
  if (failed >= MOST_FAILED) {
    // Not checkout_session_not_open, which says that an opening is in flight and worth waiting for.
    throw new ApiError(
      'subscription_invalid_state',
      'The chain refused three authorisations of this wallet. Try again tomorrow, or with another wallet.',
    )
  }
  const underWay = subscriptions.filter(({ status }) => status === 'incomplete').length
  if (failed + underWay >= MOST_FAILED) {
    throw new ApiError(
      'chain_unavailable',
      'This wallet has three pending or failed authorisations. Try again in a few seconds.',
      { retryAfter: SECONDS_OF_AN_OPENING },
    )
  }
  const account = payerAccount(subscriptions)
  if (openingsBeyond(account, policy, policy.payerAllowance) === 0) return
  const retryAfter = secondsUntilWithin(subscriptions, policy, now)
  throw new ApiError(
    'rate_limit_exceeded',
    `This wallet has opened ${account.openings} meters here within a day, and their fees do not pay for their gas. It can open another in ${inWords(retryAfter)}.`,
    { retryAfter },
  )
}

/**
 * Refuses while all openings at a merchant cost more gas than their fees have paid for. A wallet whose own fees have
 * paid for its own meters still passes: no stranger can lock out the subscribers that a merchant has.
 *
 * @throws {ApiError} `rate_limit_exceeded` with the seconds to wait
 */
export async function refuseUnpaidMerchant(
  {
    tx,
    now,
    policy,
    metrics,
  }: Pick<BillingOperation, 'tx' | 'now' | 'policy'> & { metrics: Pick<Metrics, 'gasAllowanceUsed'> },
  { merchantId, mode }: Scope,
  payer: Address,
): Promise<void> {
  if (policy.meterCost === 0n) return
  const scope = { merchantId, mode }
  const since = now - ACCOUNT_MILLIS
  const account = await tx.subscriptions.gasAccount(scope, since)
  metrics.gasAllowanceUsed.set({ mode, merchant: merchantId }, usedOf(account, policy))
  const beyond = openingsBeyond(account, policy, policy.gasAllowance)
  if (beyond === 0) return
  const customer = await tx.customers.byWallet(scope, payer.toLowerCase())
  if (customer !== null && hasPaidItsWay(customer, policy)) return
  const oldest = await tx.subscriptions.createdAt(scope, { since, place: beyond - 1 })
  const retryAfter = secondsUntilForgotten(oldest ?? now, now)
  throw new ApiError(
    'rate_limit_exceeded',
    `Too many meters were opened at this merchant within a day whose fees do not pay for their gas. Wallets that have paid here can still open one; others can in ${inWords(retryAfter)}.`,
    { retryAfter },
  )
}

/** The share of its allowance that a merchant's account has used, to a thousandth. */
function usedOf({ openings, fees }: GasAccount, { meterCost, gasAllowance }: BillingPolicy): number {
  const thousandths = ((BigInt(openings) * meterCost - fees) * 1_000n) / (BigInt(gasAllowance) * meterCost)
  return thousandths < 0n ? 0 : Number(thousandths) / 1_000
}

/** Over all its meters here: their fees cover their gas. */
function hasPaidItsWay(
  { subscriptionCount, totalSettled }: Customer,
  { meterCost, feeBps }: BillingPolicy,
): boolean {
  const fees = (totalSettled * BigInt(feeBps)) / 10_000n
  return subscriptionCount > 0 && fees >= BigInt(subscriptionCount) * meterCost
}
