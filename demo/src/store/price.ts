import { exactCost } from '@per-second/protocol/money'

const SECONDS = { minute: 60, hour: 3_600 } as const

/**
 * The price of a unit of time, as a person reads it: `$2.49`. Rounded for reading only: the meter charges the exact
 * rate.
 */
export function readablePrice(ratePerSecond: string, unit: keyof typeof SECONDS): string {
  const cost = exactCost(ratePerSecond, SECONDS[unit])
  const [, fraction = ''] = cost.split('.')
  const small = /^0(\.0|$)/.test(cost)
  const leadingZeros = fraction.length - fraction.replace(/^0+/, '').length
  const digits = small ? Math.max(2, leadingZeros + 2) : 2
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  })
  return format.format(cost as `${number}`)
}
