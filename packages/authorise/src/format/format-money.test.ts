import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalsOfRate, formatMoney } from './format-money.ts'

test.each([
  ['0', '$0.00'],
  ['0.9972', '$0.9972'],
  ['1', '$1.00'],
  ['1234.5', '$1,234.50'],
  ['1333333321.308', '$1,333,333,321.308'],
  ['0.0000000000009972', '$0.0000000000009972'],
  ['99999999999999999999999.000000000000000001', '$99,999,999,999,999,999,999,999.000000000000000001'],
  ['-0.5', '−$0.50'],
])('formatMoney: %s is %s', (usd, text) => {
  expect(formatMoney(usd, { locale: 'en' })).toBe(text)
})

test('formatMoney: another language groups and marks in its own way', () => {
  expect(formatMoney('1234567.5', { locale: 'de' })).toBe('$1.234.567,50')
})

test('formatMoney: ticking figures keep their decimals', () => {
  expect(formatMoney('0.5', { locale: 'en', minimumDecimals: 6 })).toBe('$0.500000')
})

test('formatMoney: no digit is ever lost', () => {
  const digits = fc.stringMatching(/^(0|[1-9]\d{0,25})\.\d{0,17}[1-9]$/)
  fc.assert(
    fc.property(digits, usd => {
      const [, fraction = ''] = usd.split('.')
      const shown = formatMoney(usd, { locale: 'en' }).replace(/[$,]/g, '')
      expect(shown).toBe(`${usd.split('.')[0]}.${fraction.padEnd(2, '0')}`)
    }),
    { numRuns: 1_000, seed: 1 },
  )
})

test.each([
  ['1', 2],
  ['0.000277', 6],
  ['0.0000000001', 6],
  ['0.001', 3],
])('decimalsOfRate: %s needs %i', (rate, decimals) => {
  expect(decimalsOfRate(rate)).toBe(decimals)
})
