/** What a provider throws (EIP-1193): a number says why. */
export class PairedProviderError extends Error {
  override readonly name = 'PairedProviderError'
  readonly code: number

  constructor(code: number, options?: { cause?: unknown }) {
    super(`The paired wallet answers ${code}.`, options)
    this.code = code
  }
}
