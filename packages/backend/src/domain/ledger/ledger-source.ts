import type { Mode } from '../entities.ts'

/** Whose log a row of the ledger is from: one escrow on one chain, as one mode uses it. */
export function ledgerSource(mode: Mode, { chain_id, escrow }: { chain_id: number; escrow: string }): string {
  return `chain.${mode}.${chain_id}.${escrow.toLowerCase()}`
}
