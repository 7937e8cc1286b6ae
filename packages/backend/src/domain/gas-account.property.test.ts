import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inWords, openingsBeyond, openingsOf, payerAccount, secondsUntilWithin } from './gas-account.ts'

const account = fc.record({ openings: fc.nat(300), fees: fc.bigInt({ min: 0n, max: 10n ** 6n }) })
const meterCost = fc.bigInt({ min: 10n ** 4n, max: 10n ** 6n })
const allowance = fc.integer({ min: 1, max: 500 })

describe('an account', () => {
  it('lets exactly as many openings through as its allowance and its fees pay for', () => {
    fc.assert(
      fc.property(account, meterCost, allowance, (before, meterCost, allowance) => {
        let { openings } = before
        while (openingsBeyond({ ...before, openings }, { meterCost }, allowance) === 0) openings += 1
        const paid = before.fees / meterCost
        expect(BigInt(openings)).toBe(max(BigInt(before.openings), paid + BigInt(allowance)))
      }),
      { numRuns: 200 },
    )
  })

  it('is back within its allowance once as many openings are forgotten as it is beyond', () => {
    fc.assert(
      fc.property(account, meterCost, allowance, (before, meterCost, allowance) => {
        const beyond = openingsBeyond(before, { meterCost }, allowance)
        fc.pre(beyond > 0)
        const openings = before.openings - beyond
        expect(openingsBeyond({ ...before, openings }, { meterCost }, allowance)).toBe(0)
        expect(openingsBeyond({ ...before, openings: openings + 1 }, { meterCost }, allowance)).toBe(1)
      }),
      { numRuns: 200 },
    )
  })

  it('counts nothing where a meter costs nothing', () => {
    expect(openingsBeyond({ openings: 1_000_000, fees: 0n }, { meterCost: 0n }, 1)).toBe(0)
  })
})

describe('the account of a payer', () => {
  const opened = { created: 0, openingsFailed: 0, settledFee: 3n } as const

  it('has each opening that failed by its doing, and the one that came of it or is under way', () => {
    expect(openingsOf({ status: 'incomplete_expired', openingsFailed: 2 })).toBe(2)
    expect(openingsOf({ status: 'incomplete', openingsFailed: 2 })).toBe(3)
    expect(openingsOf({ status: 'running', openingsFailed: 0 })).toBe(1)
  })

  it('counts the payer’s ends, and none of the merchant or the chain', () => {
    const meters = [
      { ...opened, status: 'running', cancelReason: null },
      { ...opened, status: 'ended', cancelReason: null },
      { ...opened, status: 'canceled', cancelReason: 'subscriber' },
      { ...opened, status: 'canceled', cancelReason: 'stopped_on_chain' },
      { ...opened, status: 'canceled', cancelReason: 'merchant' },
      { ...opened, status: 'canceled', cancelReason: 'start_timeout' },
      { ...opened, status: 'canceled', cancelReason: 'opening_lost' },
    ] as const
    expect(payerAccount(meters)).toEqual({ openings: 4, fees: 12n })
  })
})

describe('the wait of a payer beyond the allowance', () => {
  const DAY = 24 * 3_600_000
  const opened = fc.record({
    created: fc.integer({ min: 1, max: DAY - 1 }),
    status: fc.constantFrom('running', 'canceled', 'incomplete_expired', 'incomplete'),
    openingsFailed: fc.nat(2),
    cancelReason: fc.constantFrom(null, 'subscriber', 'merchant', 'opening_lost'),
    settledFee: fc.bigInt({ min: 0n, max: 3n }),
  })

  it('is over after exactly as long as it is told, if nothing else happens', () => {
    fc.assert(
      fc.property(
        fc.array(opened, { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        (all, payerAllowance) => {
          const policy = { meterCost: 2n, payerAllowance }
          const beyondAt = (now: number) =>
            openingsBeyond(
              payerAccount(all.filter(({ created }) => created > now - DAY)),
              policy,
              payerAllowance,
            )
          fc.pre(beyondAt(DAY) > 0)
          const seconds = secondsUntilWithin(all, policy, DAY)
          expect(beyondAt(DAY + seconds * 1_000)).toBe(0)
          expect(beyondAt(DAY + (seconds - 1) * 1_000)).toBeGreaterThan(0)
        },
      ),
      { numRuns: 500 },
    )
  })
})

it.each([
  [1, 'about a minute'],
  [60, 'about a minute'],
  [61, 'about 2 minutes'],
  [5_399, 'about 90 minutes'],
  [5_400, 'about 2 hours'],
  [86_400, 'about 24 hours'],
])('a wait of %i s is %s', (seconds, words) => {
  expect(inWords(seconds)).toBe(words)
})

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
