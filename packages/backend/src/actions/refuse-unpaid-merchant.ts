import type { Address } from '@per-second/protocol/types'
import { ApiError } from '../domain/api-error.ts'
import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { Customer, Scope } from '../domain/entities.ts'
import {
  ACCOUNT_MILLIS,
  type GasAccount,
  inWords,
  openingsBeyond,
  secondsUntilForgotten,
} from '../domain/gas-account.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { BillingOperation } from './operation.ts'

/**
 * Refuses while all openings at a merchant cost more gas than their fees have paid for. A wallet whose own fees have
 * paid for its own meters still passes: no stranger can lock out the subscribers that a merchant has.
 *
 * @param feeBps by which the fees of a customer follow from the settled amounts of its meters
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
  { payer, feeBps }: { payer: Address; feeBps: number },
): Promise<void> {
  if (policy.meterCost === 0n) return
  const scope = { merchantId, mode }
  const since = now - ACCOUNT_MILLIS
  const account = await tx.subscriptions.gasAccount(scope, since)
  metrics.gasAllowanceUsed.set({ mode, merchant: merchantId }, usedOf(account, policy))
  const beyond = openingsBeyond(account, policy, policy.gasAllowance)
  if (beyond === 0) return
  const customer = await tx.customers.byWallet(scope, payer.toLowerCase())
  if (customer !== null && hasPaidItsWay(customer, policy.meterCost, feeBps)) return
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
  meterCost: bigint,
  feeBps: number,
): boolean {
  const fees = (totalSettled * BigInt(feeBps)) / 10_000n
  return subscriptionCount > 0 && fees >= BigInt(subscriptionCount) * meterCost
}
