/** An error of the exit. Its message is a sentence for the person at the page, with the next step. */
export class ExitError extends Error {
  override readonly name = 'ExitError'
  readonly code: 'paper_invalid' | 'chain_mismatch' | 'account_missing' | 'escrow_unknown'

  constructor(code: ExitError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** @throws {ExitError} `chain_mismatch` if the responding chain is not the wanted one */
export function requireSameChain(wanted: number, found: number): void {
  if (wanted === found) return
  throw new ExitError(
    'chain_mismatch',
    `This needs network ${wanted}, but network ${found} answers. Switch the network in your wallet, then connect again.`,
  )
}
