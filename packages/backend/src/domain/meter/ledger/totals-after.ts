import { dueInBaseUnits, feeInBaseUnits } from '@per-second/protocol/money'
import type { MeterTerms } from '@per-second/protocol/terms'

/**
 * The total cost of so many seconds of a meter and the fee in it, in base units. Both are floored on totals, as the
 * escrow does (docs/money.md, rule 7). The service computes amounts due only here.
 */
export function totalsAfter(terms: MeterTerms, seconds: number): { gross: bigint; fee: bigint } {
  const gross = dueInBaseUnits(terms.ratePerSecond, seconds)
  return { gross, fee: feeInBaseUnits(gross, terms.feeBps) }
}
