import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDecimals,
  baseUnitsFromUsd,
  canonicalDecimal,
  compareDecimals,
  depositInBaseUnits,
  dueInBaseUnits,
  exactCost,
  feeInBaseUnits,
  isDecimalString,
  rateFromTermsUnits,
  rateInBaseUnits,
  rateInTermsUnits,
  rateProblem,
  roundDecimal,
  subtractDecimals,
  usdFromBaseUnits,
} from './money.ts'

/** A rate as 18-decimal units, and the same rate written out by string surgery alone. */
const rates = fc.bigInt({ min: 0n, max: 10n ** 33n - 1n }).map(units => {
  const digits = units.toString().padStart(19, '0')
  return { units, text: `${digits.slice(0, -18)}.${digits.slice(-18)}` }
})
const durations = fc.integer({ min: 60, max: 2_592_000 })

// docs/money.md, rule 40
describe('rateProblem', () => {
  test.each([
    ['0', null],
    ['0.0', null],
    ['0.000277', null],
    ['000123', null],
    ['999999999999999.999999999999999999', null],
    ['0000000000000000000001.5000000000000000000000000', null],
    ['1000000000000000', 'out_of_range'],
    ['0.0000000000000000001', 'out_of_range'],
    [`0.${'0'.repeat(99)}`, 'out_of_range'],
    ['', 'malformed'],
    ['-1', 'malformed'],
    ['+1', 'malformed'],
    ['1.', 'malformed'],
    ['.5', 'malformed'],
    ['1e3', 'malformed'],
    ['1,5', 'malformed'],
    [' 1', 'malformed'],
    ['1\n', 'malformed'],
    ['0x10', 'malformed'],
    ['NaN', 'malformed'],
    ['Infinity', 'malformed'],
    ['١', 'malformed'],
  ])('parameters: %j is %j', (rate, problem) => {
    expect(rateProblem(rate)).toBe(problem)
  })
})

describe('rates', () => {
  test('rateInBaseUnits: whole units print as integers, finer ones as a decimal', () => {
    expect(rateInBaseUnits('0.000277')).toBe('277')
    expect(rateInBaseUnits('0.00000385')).toBe('3.85')
    expect(rateInBaseUnits('0')).toBe('0')
    expect(rateInBaseUnits('0.000000000000000001')).toBe('0.000000000001')
    expect(rateInBaseUnits('999999999999999')).toBe('999999999999999000000')
  })

  // docs/money.md, rule 40
  test('property: terms units are the rate times 1e18, exactly, and come back', () => {
    fc.assert(
      fc.property(rates, ({ units, text }) => {
        expect(rateInTermsUnits(text)).toBe(units)
        expect(rateFromTermsUnits(units)).toBe(canonicalDecimal(text))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('amounts', () => {
  test.each([
    ['0.9972', 2, '1.00', '0.99'],
    ['0.005', 2, '0.01', '0.00'],
    ['0.0049999', 2, '0.00', '0.00'],
    ['12', 2, '12.00', '12.00'],
    ['0.0000002777', 8, '0.00000028', '0.00000027'],
    ['123456789012345678901.995', 2, '123456789012345678902.00', '123456789012345678901.99'],
  ])('%s with %i decimals: %s, or %s', (value, decimals, nearest, lower) => {
    expect(roundDecimal(value, decimals, 'nearest')).toBe(nearest)
    expect(roundDecimal(value, decimals, 'lower')).toBe(lower)
  })

  test('exactCost: rate times seconds with every digit', () => {
    expect(exactCost('0.000277', 3600)).toBe('0.9972')
    expect(exactCost('0.00000385', 60)).toBe('0.000231')
    expect(exactCost('0.000000000000000001', 2_592_000)).toBe('0.000000000002592')
    expect(exactCost('999999999999999.999999999999999999', 2_592_000)).toBe(
      '2591999999999999999999.999999999997408',
    )
    expect(exactCost('0', 3600)).toBe('0')
  })

  // docs/money.md, rule 3
  test('property: cost, deposit and dues agree with plain integers, and the deposit covers the cost by less than one unit', () => {
    fc.assert(
      fc.property(rates, durations, ({ units, text }, seconds) => {
        const exact = units * BigInt(seconds)
        const whole = 10n ** 12n
        expect(rateInTermsUnits(exactCost(text, seconds))).toBe(exact)
        expect(dueInBaseUnits(units, seconds)).toBe(exact / whole)
        const deposit = depositInBaseUnits(units, seconds)
        expect(deposit * whole >= exact && (deposit - 1n) * whole < exact).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  // docs/money.md, rule 7
  test('property: for any split of a life, invoices add up to the amount due and fees to the fee of the total', () => {
    const splits = fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(rates, splits, fc.integer({ min: 0, max: 1000 }), ({ units }, parts, feeBps) => {
        let second = 0
        let paid = 0n
        let fees = 0n
        for (const part of parts) {
          second += part
          const gross = dueInBaseUnits(units, second) - paid
          const fee = feeInBaseUnits(paid + gross, feeBps) - fees
          expect(gross >= 0n && fee >= 0n && fee <= gross).toBe(true)
          paid += gross
          fees += fee
        }
        expect(paid).toBe(dueInBaseUnits(units, second))
        expect(fees).toBe((paid * BigInt(feeBps)) / 10_000n)
      }),
      { numRuns: 500 },
    )
  })

  test('usdFromBaseUnits and back', () => {
    expect(usdFromBaseUnits(0n)).toBe('0')
    expect(usdFromBaseUnits(1n)).toBe('0.000001')
    expect(usdFromBaseUnits(997_200n)).toBe('0.9972')
    expect(usdFromBaseUnits(2n ** 96n)).toBe('79228162514264337593543.950336')
    expect(baseUnitsFromUsd('0.9972')).toBe(997_200n)
    expect(baseUnitsFromUsd('79228162514264337593543.950336')).toBe(2n ** 96n)
    expect(baseUnitsFromUsd('0.0000001')).toBeNull()
    expect(baseUnitsFromUsd('1e6')).toBeNull()
    expect(baseUnitsFromUsd('-1')).toBeNull()
  })

  test('canonicalDecimal: no idle zeros, no exponent', () => {
    expect(canonicalDecimal('000.00')).toBe('0')
    expect(canonicalDecimal('0010.0100')).toBe('10.01')
    expect(canonicalDecimal('0.0000000000001')).toBe('0.0000000000001')
  })

  test('comparing, adding and subtracting are exact', () => {
    expect(compareDecimals('0.1', '0.10')).toBe(0)
    expect(compareDecimals('0.30000000000000001', '0.3')).toBe(1)
    expect(compareDecimals('2', '10')).toBe(-1)
    expect(addDecimals('0.1', '0.2')).toBe('0.3')
    expect(subtractDecimals('1', '0.000000000000000001')).toBe('0.999999999999999999')
    expect(subtractDecimals('1', '3')).toBe('-2')
  })
})

test('isDecimalString', () => {
  expect(['0', '1.5', '00.10'].map(isDecimalString)).toEqual([true, true, true])
  expect(['', '.', '1.', '-0', '1e1', '1\n'].map(isDecimalString)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ])
})
