import type { Mode } from '../../entities.ts'

/**
 * Whose log a row of the ledger is from: the meters of one operator in one escrow on one chain, as one mode uses it. A meter has one
 * operator for good, so that whoever holds that key reads and books its log alone (docs/money.md, rule 77).
 */
export function ledgerSource(
  mode: Mode,
  { chain_id, escrow, operator }: { chain_id: number; escrow: string; operator: string },
): string {
  return `chain.${mode}.${chain_id}.${escrow.toLowerCase()}.${operator.toLowerCase()}`
}
