import type { Hex } from '@per-second/protocol/types'

/** What an account was asked to sign and may still move: its digest, what it may move at most, and until when it can. */
export type SignedDeposit = { digest: Hex; depositUsd: string; openBy: number }

/**
 * Every error of this package: `code` is stable, `cause` what lies behind it, `field` what it is about, where that is one thing. Without
 * a page (`@per-second/authorise/headless`) `signed` tells whether money can still move, and `retryable` whether the same call may succeed.
 */
export class AuthoriseError extends Error {
  readonly code: string
  readonly field: string | null
  readonly retryable: boolean
  readonly signed: SignedDeposit | null

  constructor(
    code: string,
    message: string,
    options: {
      cause?: unknown
      field?: string | null
      retryable?: boolean
      signed?: SignedDeposit | null
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.field = options.field ?? null
    this.retryable = options.retryable ?? false
    this.signed = options.signed ?? null
  }
}
