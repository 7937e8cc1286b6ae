import { canonicalDecimal } from '@per-second/protocol/money'

export type DecimalFormat = {
  locale: string
  /** At least this many digits after the decimal mark; figures that tick keep their width. */
  minimumDecimals?: number
}

/** How a language writes an amount: what stands before and after the digits, and what between them. */
type Pattern = { before: string; after: string; group: string; decimal: string }

/** English is written down: a page's first number format takes a browser up to 124 ms, and most first screens are in English. */
const patterns = new Map<string, Pattern>(
  ['en', 'ar', 'he'].map(locale => [locale, { before: '$', after: '', group: ',', decimal: '.' }]),
)

/**
 * A decimal string of dollars as people read it: `"1234.5"` is `"$1,234.50"` in English and `"1.234,50 $"` in German. Every digit is
 * kept, whatever their number: `Intl` is asked for the language's marks alone, and the amount never becomes a JavaScript number.
 * At least two decimals unless told otherwise.
 */
export function formatMoney(usd: string, { locale, minimumDecimals = 2 }: DecimalFormat): string {
  const { before, after } = patternOf(locale)
  const figure = formatDecimal(usd, { locale, minimumDecimals })
  return figure.startsWith('−') ? `−${before}${figure.slice(1)}${after}` : `${before}${figure}${after}`
}

/** A decimal string with the language's marks and no currency, in Latin digits everywhere, grouped by three from four digits on. */
export function formatDecimal(value: string, { locale, minimumDecimals = 0 }: DecimalFormat): string {
  const { group, decimal } = patternOf(locale)
  const [integer = '0', fraction = ''] = canonicalDecimal(value).split('.')
  const grouped = integer.replace('-', '').replace(/\B(?=(?:\d{3})+$)/g, group)
  const decimals = fraction.padEnd(minimumDecimals, '0')
  return `${integer.startsWith('-') ? '−' : ''}${grouped}${decimals === '' ? '' : decimal + decimals}`
}

function patternOf(locale: string): Pattern {
  const known = patterns.get(locale)
  if (known) return known
  const pattern = readPattern(locale)
  patterns.set(locale, pattern)
  return pattern
}

/**
 * Read off a specimen. A language alone says "$"; a region may have a dollar of its own, so there `Intl` says whose it is
 * ("US$", "USD"). In right-to-left languages the amount is written as in English and in the wallet, for their own pattern relies on
 * invisible marks that do not survive being cut into digits; it reads in the same order.
 */
function readPattern(locale: string): Pattern {
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: locale.includes('-') ? 'symbol' : 'narrowSymbol',
    numberingSystem: 'latn',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).formatToParts(1234567.5)
  const markOf = (type: 'group' | 'decimal') => parts.find(part => part.type === type)?.value ?? ''
  const join = (some: Intl.NumberFormatPart[]) => some.map(part => part.value).join('')
  return {
    before: join(
      parts.slice(
        0,
        parts.findIndex(part => part.type === 'integer'),
      ),
    ),
    after: join(parts.slice(parts.findLastIndex(part => part.type === 'fraction') + 1)),
    group: markOf('group'),
    decimal: markOf('decimal'),
  }
}
