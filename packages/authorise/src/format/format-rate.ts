import { canonicalDecimal, compareDecimals, exactCost, roundDecimal } from '@per-second/protocol/money'
import { formatMoney } from './format-money.ts'

export type HumanRate = { unit: 'hour' | 'month'; amount: string; exact: boolean }

const SCALES = [
  { unit: 'hour', seconds: 3_600 },
  { unit: 'month', seconds: 2_592_000 },
] as const

/**
 * A rate for people: the price per hour, or per month of 30 days if an hour costs less than 50 cents. It is rounded half up to cents, or to
 * two significant digits if even a month costs less. Null for a free product.
 */
export function humanRate(rateUsd: string, locale: string): HumanRate | null {
  const costs = SCALES.map(scale => ({ unit: scale.unit, usd: exactCost(rateUsd, scale.seconds) }))
  const chosen = costs.find(cost => compareDecimals(cost.usd, '0.5') >= 0) ?? costs.at(-1)
  if (!chosen || chosen.usd === '0') return null
  const rounded = roundDecimal(chosen.usd, Math.max(2, leadingZeroDecimals(chosen.usd) + 2), 'nearest')
  return {
    unit: chosen.unit,
    amount: formatMoney(rounded, { locale }),
    exact: exactCost(rounded, 1) === chosen.usd,
  }
}

/** The decimals that a ticking figure needs to show every step of `rateUsd`: 2 to 6, the token's smallest unit. */
export function decimalsOfRate(rateUsd: string): number {
  const fraction = canonicalDecimal(rateUsd).split('.')[1] ?? ''
  return Math.min(6, Math.max(2, fraction.length))
}

/** Zeros between the decimal mark and the first other digit. 0 from one dollar up. */
function leadingZeroDecimals(usd: string): number {
  const [integer = '0', fraction = ''] = usd.split('.')
  return integer === '0' ? fraction.length - fraction.replace(/^0+/, '').length : 0
}
