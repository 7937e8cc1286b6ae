import { canonicalDecimal, exactCost } from '@per-second/protocol/money'
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
  const chosen = costs.find(cost => atLeastHalfDollar(cost.usd)) ?? costs.at(-1)
  if (!chosen || chosen.usd === '0') return null
  const rounded = roundHalfUp(chosen.usd, Math.max(2, leadingZeroDecimals(chosen.usd) + 2))
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

function atLeastHalfDollar(usd: string): boolean {
  const [integer = '0', fraction = ''] = usd.split('.')
  return integer !== '0' || (fraction[0] ?? '0') >= '5'
}

/** Zeros between the decimal mark and the first other digit. 0 from one dollar up. */
function leadingZeroDecimals(usd: string): number {
  const [integer = '0', fraction = ''] = usd.split('.')
  return integer === '0' ? fraction.length - fraction.replace(/^0+/, '').length : 0
}

/** Rounds a non-negative decimal string half up to so many decimals, on its digits. */
function roundHalfUp(usd: string, decimals: number): string {
  const [integer = '0', fraction = ''] = usd.split('.')
  const kept = BigInt(integer + fraction.slice(0, decimals).padEnd(decimals, '0'))
  const rounded = (kept + ((fraction[decimals] ?? '0') >= '5' ? 1n : 0n))
    .toString()
    .padStart(decimals + 1, '0')
  return `${rounded.slice(0, -decimals)}.${rounded.slice(-decimals)}`
}
