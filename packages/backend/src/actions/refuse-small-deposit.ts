import { depositInBaseUnits, rateInTermsUnits, usdFromBaseUnits } from '@per-second/protocol/money'
import { MAX_DURATION_SECONDS } from '@per-second/protocol/time'
import type { Address } from '@per-second/protocol/types'
import { ApiError } from '../domain/api-error.ts'
import type { Scope } from '../domain/entities.ts'
import type { BillingOperation } from './operation.ts'

/**
 * Refuses a meter whose deposit is below the service's minimum: its fee would not repay the gas (docs/money.md, rule
 * 78).
 *
 * @param seconds its maximum duration, or null while the subscriber has yet to choose
 * @throws {ApiError} `deposit_below_minimum`
 */
export function refuseSmallDeposit(
  { policy }: Pick<BillingOperation, 'policy'>,
  rateUsd: string,
  seconds: number | null,
): void {
  const deposit = depositInBaseUnits(rateInTermsUnits(rateUsd), seconds ?? MAX_DURATION_SECONDS)
  if (deposit >= policy.minDeposit) return
  const [is, least] = [deposit, policy.minDeposit].map(usdFromBaseUnits)
  const [what, way] =
    seconds === null
      ? ['The greatest deposit at this rate is', 'Charge more a second.']
      : [`The deposit for ${seconds} seconds is`, 'Choose a longer time, or charge more a second.']
  throw new ApiError(
    'deposit_below_minimum',
    `${what} ${is} AUSD, and this service requires at least ${least}. ${way}`,
    { param: seconds === null ? 'product' : 'max_duration_seconds' },
  )
}

/**
 * Refuses a customer who has as many meters open as the service allows. A meter that the new one carries on does not count.
 *
 * @throws {ApiError} `open_meters_exceeded`
 */
export async function refuseTooManyMeters(
  { tx, policy }: Pick<BillingOperation, 'tx' | 'policy'>,
  scope: Scope,
  { payer, replaces }: { payer: Address; replaces: string | null },
): Promise<void> {
  const { maxOpenMeters } = policy
  if (maxOpenMeters === null) return
  const customer = await tx.customers.byWallet(scope, payer.toLowerCase())
  if (customer === null) return
  const open = await tx.subscriptions.openOf(customer)
  if (open.filter(({ id }) => id !== replaces).length < maxOpenMeters) return
  throw new ApiError(
    'open_meters_exceeded',
    `This wallet has ${maxOpenMeters} meters open here, as many as it may have. Stop one of them first.`,
  )
}
