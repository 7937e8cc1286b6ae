/** Every error of this package: `code` is stable, `cause` what lies behind it, `field` what it is about, where that is one thing. */
export class AuthoriseError extends Error {
  readonly code: string
  readonly field: string | null

  constructor(code: string, message: string, options: { cause?: unknown; field?: string | null } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.field = options.field ?? null
  }
}
