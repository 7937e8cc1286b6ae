import type { Address } from '@per-second/protocol/types'
import { describe, expect, test } from 'vitest'
import { checkedLimits, type MeterLimits, requireWithin } from './checked-limits.ts'

const PAYEE: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER: Address = `0x${'12'.repeat(20)}`

/** A deposit of 0.9972 AUSD for an hour. */
const ASKED = { depositBaseUnits: 997_200n, payee: PAYEE, rateUsdPerSecond: '0.000277' }

describe('requireWithin', () => {
  test.each<MeterLimits>([
    { maxEscrowUsd: '0.9972' },
    { maxEscrowUsd: '0.9972', maxRateUsdPerSecond: '0.000277', payees: [OTHER, PAYEE] },
    { maxEscrowUsd: '1.0', maxRateUsdPerSecond: '0.0002770', payees: [PAYEE.toLowerCase() as Address] },
    { maxEscrowUsd: '10', maxRateUsdPerSecond: '1' },
  ])('allows what is at a limit or below: %j', limits => {
    requireWithin(limits, ASKED)
  })

  test.each<[string, MeterLimits, string]>([
    [
      'limits.maxEscrowUsd',
      { maxEscrowUsd: '0.9971999' },
      'The deposit would be 0.9972 AUSD, and the limit is 0.9971999.',
    ],
    [
      'limits.maxRateUsdPerSecond',
      { maxEscrowUsd: '1', maxRateUsdPerSecond: '0.000276999999999999' },
      'A second costs 0.000277 AUSD, and the limit is 0.000276999999999999.',
    ],
    [
      'limits.payees',
      { maxEscrowUsd: '1', payees: [OTHER] },
      `${PAYEE} would be paid, and is not among the payees of the limits.`,
    ],
  ])('refuses what is beyond %s', (field, limits, message) => {
    expect(() => requireWithin(limits, ASKED)).toThrow(
      expect.objectContaining({ code: 'limit_exceeded', field, message }),
    )
  })

  test('compares the deposit, not the exact cost, which a token cannot move', () => {
    const limits = { maxEscrowUsd: '0.0000011' }
    requireWithin(limits, { ...ASKED, depositBaseUnits: 1n })
    expect(() => requireWithin(limits, { ...ASKED, depositBaseUnits: 2n })).toThrow(
      expect.objectContaining({ code: 'limit_exceeded', field: 'limits.maxEscrowUsd' }),
    )
  })
})

describe('checkedLimits', () => {
  test('returns limits as they are', () => {
    const limits = { maxEscrowUsd: '2.50', payees: [PAYEE], maxRateUsdPerSecond: '0' }
    expect(checkedLimits(limits)).toBe(limits)
  })

  test.each<[string, unknown]>([
    ['limits.maxEscrowUsd', undefined],
    ['limits.maxEscrowUsd', null],
    ['limits.maxEscrowUsd', {}],
    ['limits.maxEscrowUsd', { maxEscrowUsd: 1 }],
    ['limits.maxEscrowUsd', { maxEscrowUsd: '1e3' }],
    ['limits.maxEscrowUsd', { maxEscrowUsd: '1,50' }],
    ['limits.maxRateUsdPerSecond', { maxEscrowUsd: '1', maxRateUsdPerSecond: 0.000277 }],
    ['limits.maxRateUsdPerSecond', { maxEscrowUsd: '1', maxRateUsdPerSecond: null }],
    ['limits.payees', { maxEscrowUsd: '1', payees: PAYEE }],
    ['limits.payees', { maxEscrowUsd: '1', payees: [] }],
    ['limits.payees', { maxEscrowUsd: '1', payees: [PAYEE, 'merchant'] }],
    ['limits.payees', { maxEscrowUsd: '1', payees: null }],
  ])('error: %s of %j', (field, limits) => {
    expect(() => checkedLimits(limits as MeterLimits)).toThrow(
      expect.objectContaining({ code: 'parameter_invalid', field }),
    )
  })
})
