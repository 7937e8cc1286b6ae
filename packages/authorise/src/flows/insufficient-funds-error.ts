import type { Shortfall } from './shortfall.ts'

/** The wallet's account cannot cover the deposit; known before anything is signed. */
export class InsufficientFundsError extends Error {
  override readonly name = 'InsufficientFundsError'
  readonly code = 'insufficient_funds'
  readonly shortfall: Shortfall

  constructor(shortfall: Shortfall) {
    super(`The wallet holds ${shortfall.balance} AUSD, ${shortfall.needed} are needed.`)
    this.shortfall = shortfall
  }
}
