import { expect, test } from 'vitest'
import { readBillingPolicy } from './billing-options.ts'

test('default: the minimum deposit pays for gas on a real chain, and is zero locally', () => {
  expect(readBillingPolicy({ settleEvery: '3600' }, true)).toEqual({
    settleEverySeconds: 3_600,
    minSettlement: 10_000n,
    minDeposit: 100_000n,
    maxOpenMeters: 100,
    meterCost: 10_000n,
    payerAllowance: 10,
    gasAllowance: 200,
  })
  expect(readBillingPolicy({ settleEvery: '60' }, false)).toEqual({
    settleEverySeconds: 60,
    minSettlement: 0n,
    minDeposit: 0n,
    maxOpenMeters: null,
    meterCost: 0n,
    payerAllowance: 10,
    gasAllowance: 200,
  })
})

test('default: given options apply, on every chain', () => {
  const given = {
    ...{ settleEvery: '60', minSettlement: '0', minDeposit: '1.5', maxOpenMeters: '3' },
    ...{ meterCost: '0.002', payerAllowance: '4', gasAllowance: '50' },
  }
  const policy = {
    ...{ settleEverySeconds: 60, minSettlement: 0n, minDeposit: 1_500_000n, maxOpenMeters: 3 },
    ...{ meterCost: 2_000n, payerAllowance: 4, gasAllowance: 50 },
  }
  expect([true, false].map(hasRealChain => readBillingPolicy(given, hasRealChain))).toEqual([policy, policy])
})
