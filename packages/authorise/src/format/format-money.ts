import { canonicalDecimal } from '@per-second/protocol/money'

export type DecimalFormat = {
  locale: string
  /** The minimum of digits after the decimal mark. Ticking figures keep their width with it. */
  minimumDecimals?: number
}

/** A language's form of an amount: the text before and after the digits, the group mark and the decimal mark. */
type Pattern = { before: string; after: string; group: string; decimal: string }

/** English is built in: a page's first number format takes a browser up to 124 ms, and most first screens are in English. */
const patterns = new Map<string, Pattern>(
  ['en', 'ar', 'he'].map(locale => [locale, { before: '$', after: '', group: ',', decimal: '.' }]),
)

/**
 * A decimal string of dollars for people: `"1234.5"` is `"$1,234.50"` in English and `"1.234,50 $"` in German. It keeps every digit:
 * `Intl` only provides the language's marks, and the amount never becomes a JavaScript number. At least two decimals by default.
 */
export function formatMoney(usd: string, { locale, minimumDecimals = 2 }: DecimalFormat): string {
  const { before, after } = patternOf(locale)
  const figure = formatDecimal(usd, { locale, minimumDecimals })
  return figure.startsWith('−') ? `−${before}${figure.slice(1)}${after}` : `${before}${figure}${after}`
}

/** A decimal string with the language's marks and without a currency, in Latin digits, grouped by three from four digits on. */
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
 * Reads the marks off a specimen. A language without a region writes "$". A region may have its own dollar, so `Intl` adds the country
 * there ("US$", "USD"). Right-to-left languages use the English form, as wallets do: their own patterns contain invisible marks that
 * are lost when the text is cut into digits.
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
