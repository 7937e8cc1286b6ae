/**
 * The reasons why a read of the chain failed. It was not reachable, too slow, refused by every endpoint that responded,
 * without the requested block, without an escrow at its address, or its response was invalid.
 */
export type ChainErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'refused'
  | 'unsupported'
  | 'rejected'
  | 'escrow_missing'
  | 'nonce_taken'

/** Every failure of the chain's side, converted once, in the adapter, by class or numeric code. */
export class ChainError extends Error {
  override readonly name = 'ChainError'
  readonly code: ChainErrorCode

  constructor(code: ChainErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/** The chain's own error beneath viem's wrappers. Without one, the response was invalid. */
export function toChainError(error: unknown): ChainError {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if (inner instanceof ChainError) return inner
  return new ChainError('rejected', 'the chain gave an answer that makes no sense', { cause: error })
}

/**
 * @throws ChainError `unsupported` in place of a refusal: the endpoint lacks a feature. Any other failure is thrown as
 * it is
 */
export function refuseUnsupported(failure: unknown, lack: string): never {
  const refusal = toChainError(failure)
  if (refusal.code !== 'refused') throw refusal
  throw new ChainError('unsupported', `${lack} (${refusal.message})`, { cause: failure })
}
