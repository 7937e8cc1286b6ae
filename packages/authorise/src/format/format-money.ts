import { canonicalDecimal } from '@per-second/protocol/money'

export type MoneyFormat = {
  locale: string
  /** At least this many digits after the decimal mark; figures that tick keep their width. Default 2, or 0 for `"0"`-less needs. */
  minimumDecimals?: number
}

/**
 * A decimal string of dollars as people read it: `"1234.5"` is `"$1,234.50"`. Every digit is kept, whatever their number; nothing
 * passes through a JavaScript number but the grouping of the integer part, which is a bigint.
 */
export function formatMoney(usd: string, { locale, minimumDecimals = 2 }: MoneyFormat): string {
  const [integer = '0', fraction = ''] = canonicalDecimal(usd).split('.')
  const negative = integer.startsWith('-')
  const grouped = new Intl.NumberFormat(locale).format(BigInt(integer.replace('-', '')))
  const decimals = fraction.padEnd(minimumDecimals, '0')
  return `${negative ? '−' : ''}$${grouped}${decimals === '' ? '' : decimalMark(locale) + decimals}`
}

/** How many decimals a ticking figure needs to show every step of `rateUsd`: 2 to 6, the token's smallest unit. */
export function decimalsOfRate(rateUsd: string): number {
  const fraction = canonicalDecimal(rateUsd).split('.')[1] ?? ''
  return Math.min(6, Math.max(2, fraction.length))
}

function decimalMark(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(1.5).find(part => part.type === 'decimal')?.value ?? '.'
}
