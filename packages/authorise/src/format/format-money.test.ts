import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../text/language.ts'
import { formatDecimal, formatMoney } from './format-money.ts'

const NARROW = '\u202f'
const NO_BREAK = '\u00a0'

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

test.each([
  ['en', '$1,234,567.50'],
  ['es', `1.234.567,50${NO_BREAK}$`],
  ['es-MX', `USD${NO_BREAK}1,234,567.50`],
  ['fr', `1${NARROW}234${NARROW}567,50${NO_BREAK}$`],
  ['fr-CA', `1${NO_BREAK}234${NO_BREAK}567,50${NO_BREAK}$${NO_BREAK}US`],
  ['de', `1.234.567,50${NO_BREAK}$`],
  ['pt', `$${NO_BREAK}1.234.567,50`],
  ['pt-BR', `US$${NO_BREAK}1.234.567,50`],
  ['it', `1.234.567,50${NO_BREAK}$`],
  ['nl', `$${NO_BREAK}1.234.567,50`],
  ['ja', '$1,234,567.50'],
  ['ko', '$1,234,567.50'],
  ['zh', '$1,234,567.50'],
  ['zh-TW', 'US$1,234,567.50'],
  ['ar', '$1,234,567.50'],
  ['he', '$1,234,567.50'],
])('formatMoney: in %s %s', (locale, text) => {
  expect(formatMoney('1234567.5', { locale })).toBe(text)
})

test('formatMoney: the sign stands before everything', () => {
  expect(formatMoney('-1234.5', { locale: 'de' })).toBe(`−1.234,50${NO_BREAK}$`)
})

test('formatMoney: ticking figures keep their decimals', () => {
  expect(formatMoney('0.5', { locale: 'en', minimumDecimals: 6 })).toBe('$0.500000')
})

test('formatDecimal: no currency, and no decimals but its own', () => {
  expect([formatDecimal('1234.5', { locale: 'de' }), formatDecimal('7', { locale: 'ar' })]).toEqual([
    '1.234,5',
    '7',
  ])
})

describe.each([...LANGUAGES, 'es-MX', 'de-CH', 'pt-PT', 'fr-CH'])('%s', locale => {
  test('formatMoney: read back, it is the same amount to the last digit', () => {
    const decimal = formatMoney('0.5', { locale }).replace(/^.*0(\D)50.*$/, '$1')
    expect(decimal).toMatch(/^[.,]$/)
    const amounts = fc.stringMatching(/^(0|[1-9]\d{0,25})(\.\d{0,17}[1-9])?$/)
    fc.assert(
      fc.property(amounts, usd => {
        const shown = formatMoney(usd, { locale })
        const [integer = '', fraction = ''] = usd.split('.')
        const mark = shown.lastIndexOf(decimal)
        const read = [shown.slice(0, mark), shown.slice(mark)].map(part => part.replace(/[^0-9]/g, ''))
        expect(read).toEqual([integer, fraction.padEnd(2, '0')])
      }),
      { numRuns: 300, seed: 1 },
    )
  })
})
