import type { BillingPolicy } from '../domain/billing-policy.ts'
import { BILLING_OPTIONS, defaultOf, type FlagsOf } from './option-table.ts'
import { baseUnits, wholeNumber } from './parse-value.ts'

/** @throws {OptionError} */
export function readBillingPolicy(
  flags: FlagsOf<typeof BILLING_OPTIONS>,
  hasRealChain: boolean,
): BillingPolicy {
  const of = (name: keyof typeof BILLING_OPTIONS) =>
    flags[name] ?? defaultOf(BILLING_OPTIONS[name], hasRealChain)
  return {
    settleEverySeconds: wholeNumber('--settle-every', of('settleEvery'), 1, 2_592_000),
    minSettlement: baseUnits('--min-settlement', of('minSettlement')),
    minDeposit: baseUnits('--min-deposit', of('minDeposit')),
    maxOpenMeters:
      flags.maxOpenMeters === undefined && !hasRealChain
        ? null
        : wholeNumber('--max-open-meters', of('maxOpenMeters'), 1, 1_000_000),
    meterCost: baseUnits('--meter-cost', of('meterCost')),
    payerAllowance: wholeNumber('--payer-allowance', of('payerAllowance'), 1, 1_000_000),
    gasAllowance: wholeNumber('--gas-allowance', of('gasAllowance'), 1, 100_000_000),
  }
}
