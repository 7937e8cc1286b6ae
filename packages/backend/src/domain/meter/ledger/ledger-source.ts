import type { Mode } from '../../entities.ts'

/**
 * The source of a ledger row: the meters of one operator in one escrow on one chain, as one mode uses it. A meter has
 * one operator for good, so the process with that key reads and books its log alone (docs/money.md, rule 28).
 */
export function ledgerSource(
  mode: Mode,
  { chain_id, escrow, operator }: { chain_id: number; escrow: string; operator: string },
): string {
  return `chain.${mode}.${chain_id}.${escrow.toLowerCase()}.${operator.toLowerCase()}`
}
