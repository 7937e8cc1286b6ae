import { AuthoriseError } from '../../errors/authorise-error.ts'
import type { Shortfall } from '../../machine/shortfall.ts'

/** The wallet's balance does not cover the deposit. Thrown before any signature. */
export class InsufficientFundsError extends AuthoriseError {
  override readonly name = 'InsufficientFundsError'
  readonly shortfall: Shortfall

  constructor(shortfall: Shortfall) {
    super('insufficient_funds', `The wallet holds ${shortfall.balance} AUSD, ${shortfall.needed} are needed.`)
    this.shortfall = shortfall
  }
}
