import {
  depositInBaseUnits,
  RATE_UNITS_PER_BASE_UNIT,
  rateInTermsUnits,
  usdFromBaseUnits,
} from '@per-second/protocol/money'
import { isDurationAllowed } from './duration-draft.ts'
import type { Checkout } from './state.ts'

/** The amount that a wallet lacks for the deposit, in exact decimal strings of AUSD. */
export type Shortfall = {
  balance: string
  needed: string
  missing: string
  /** The longest maximum duration that the balance covers, in whole seconds. It may be too short to choose. */
  longestSeconds: number
}

/**
 * The amount that a wallet lacks for a deposit at this rate, both in base units, or null when it has enough. `longestSeconds` is
 * floor(balance ÷ rate). The deposit is rounded up to a base unit and the balance is a whole number of them, so the balance covers that
 * many seconds and not one more. A free meter lacks nothing.
 */
export function shortfallOf(balance: bigint, needed: bigint, rateUsd: string): Shortfall | null {
  if (balance >= needed) return null
  return {
    balance: usdFromBaseUnits(balance),
    needed: usdFromBaseUnits(needed),
    missing: usdFromBaseUnits(needed - balance),
    longestSeconds: Number((balance * RATE_UNITS_PER_BASE_UNIT) / rateInTermsUnits(rateUsd)),
  }
}

/** The amount that the last read balance lacks for the duration on screen; null when it is enough, or unknown. */
export function shortfallIn({
  balance,
  duration,
  session,
}: Pick<Checkout, 'balance' | 'duration' | 'session'>): Shortfall | null {
  if (balance === null || !isDurationAllowed(duration)) return null
  const rate = session.product.rate_usd_per_second
  return shortfallOf(balance, depositInBaseUnits(rateInTermsUnits(rate), duration.seconds), rate)
}
