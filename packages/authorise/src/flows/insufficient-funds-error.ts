/** The wallet's account cannot cover the deposit; known before anything is signed. */
export class InsufficientFundsError extends Error {
  override readonly name = 'InsufficientFundsError'
  readonly code = 'insufficient_funds'
  /** Decimal strings of AUSD. */
  readonly balance: string
  readonly needed: string

  constructor(balance: string, needed: string) {
    super(`The wallet holds ${balance} AUSD, ${needed} are needed.`)
    this.balance = balance
    this.needed = needed
  }
}
