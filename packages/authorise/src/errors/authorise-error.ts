import type { Hex } from '@per-second/protocol/types'

/** A signature that may still move money: its digest, its maximum charge, and its deadline. */
export type SignedDeposit = { digest: Hex; depositUsd: string; openBy: number }

/**
 * Every error of this package. `code` is stable, `cause` is the original error, and `field` names the single field concerned, if there is
 * one. Without a page (`@per-second/authorise/headless`) `signed` reports whether money can still move, and `retryable` whether the
 * same call may succeed.
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
