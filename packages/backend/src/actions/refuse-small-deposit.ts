import { depositInBaseUnits, rateInTermsUnits, usdFromBaseUnits } from '@per-second/protocol/money'
import { MAX_DURATION_SECONDS } from '@per-second/protocol/time'
import { ApiError } from '../domain/api-error.ts'
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
