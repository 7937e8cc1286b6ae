import { canonicalDecimal } from '@per-second/protocol/money'

/** The decimals that a ticking figure needs to show every step of `rateUsd`: 2 to 6, the token's smallest unit. */
export function decimalsOfRate(rateUsd: string): number {
  const fraction = canonicalDecimal(rateUsd).split('.')[1] ?? ''
  return Math.min(6, Math.max(2, fraction.length))
}
