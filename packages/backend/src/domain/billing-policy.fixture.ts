import type { BillingPolicy } from './billing-policy.ts'

/** What a service has locally, when nobody asks for anything else. */
export const localPolicy: BillingPolicy = {
  settleEverySeconds: 3_600,
  minSettlement: 0n,
  minDeposit: 0n,
  maxOpenMeters: null,
  meterCost: 0n,
  payerAllowance: 10,
  gasAllowance: 200,
}
