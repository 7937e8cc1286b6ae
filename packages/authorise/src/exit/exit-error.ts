/** What somebody at the exit has to hear. The message is a sentence for them, with what to do. */
export class ExitError extends Error {
  override readonly name = 'ExitError'
  readonly code: 'paper_invalid' | 'chain_mismatch' | 'account_missing' | 'transaction_reverted'

  constructor(code: ExitError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** @throws {ExitError} `chain_mismatch` where the chain that answers is not the one that is wanted */
export function requireSameChain(wanted: number, found: number): void {
  if (wanted === found) return
  throw new ExitError(
    'chain_mismatch',
    `This is about chain ${wanted}, and what answers is on chain ${found}. Switch the network in your wallet, and connect again.`,
  )
}
