/** An error of a provider (EIP-1193). Its number states the reason. */
export class PairedProviderError extends Error {
  override readonly name = 'PairedProviderError'
  readonly code: number

  constructor(code: number, options?: { cause?: unknown }) {
    super(`The paired wallet answers ${code}.`, options)
    this.code = code
  }
}
