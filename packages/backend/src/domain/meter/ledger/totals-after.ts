import { dueInBaseUnits, feeInBaseUnits } from '@per-second/protocol/money'
import type { MeterTerms } from '@per-second/protocol/terms'

/**
 * What so many seconds of a meter cost in all and the fee in it, in base units: both floored on totals, as the escrow does (docs/money.md,
 * rule 7). The service computes what is due here and nowhere else.
 */
export function totalsAfter(terms: MeterTerms, seconds: number): { gross: bigint; fee: bigint } {
  const gross = dueInBaseUnits(terms.ratePerSecond, seconds)
  return { gross, fee: feeInBaseUnits(gross, terms.feeBps) }
}
