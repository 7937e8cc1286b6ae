import type { BillingPolicy } from '../domain/billing-policy.ts'
import { baseUnits, wholeNumber } from './parse-value.ts'

/** What the command line gave, unread. */
export type BillingFlags = {
  settleEvery: string
  minSettlement?: string
  minDeposit?: string
  maxOpenMeters?: string
  meterCost?: string
  payerAllowance?: string
  gasAllowance?: string
}

/** On a real chain each opening and settlement costs the operator gas: a fee of a hundredth has to bring it back. */
const ON_A_REAL_CHAIN = {
  minSettlement: '0.01',
  minDeposit: '0.1',
  maxOpenMeters: '100',
  meterCost: '0.01',
}
const LOCALLY = { minSettlement: '0', minDeposit: '0', meterCost: '0' }
const ALLOWANCES = { payerAllowance: '10', gasAllowance: '200' }

/** @throws {OptionError} */
export function readBillingPolicy(flags: BillingFlags, hasRealChain: boolean): BillingPolicy {
  const least = hasRealChain ? ON_A_REAL_CHAIN : LOCALLY
  const { settleEvery, minSettlement, minDeposit, maxOpenMeters, ...gas } = {
    ...least,
    ...ALLOWANCES,
    ...flags,
  }
  return {
    settleEverySeconds: wholeNumber('--settle-every', settleEvery, 1, 2_592_000),
    minSettlement: baseUnits('--min-settlement', minSettlement),
    minDeposit: baseUnits('--min-deposit', minDeposit),
    maxOpenMeters:
      maxOpenMeters === undefined ? null : wholeNumber('--max-open-meters', maxOpenMeters, 1, 1_000_000),
    meterCost: baseUnits('--meter-cost', gas.meterCost),
    payerAllowance: wholeNumber('--payer-allowance', gas.payerAllowance, 1, 1_000_000),
    gasAllowance: wholeNumber('--gas-allowance', gas.gasAllowance, 1, 100_000_000),
  }
}
