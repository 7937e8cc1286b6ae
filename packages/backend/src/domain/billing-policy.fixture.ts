import type { BillingPolicy } from './billing-policy.ts'

/** The policy of a local service without options. */
export const localPolicy: BillingPolicy = {
  feeBps: 100,
  settleEverySeconds: 3_600,
  minSettlement: 0n,
  minDeposit: 0n,
  maxOpenMeters: null,
  meterCost: 0n,
  payerAllowance: 10,
  gasAllowance: 200,
}
