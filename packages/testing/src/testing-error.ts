export type TestingErrorCode =
  | 'duration_invalid'
  | 'backend_failed'
  | 'wallet_script_missing'
  | 'element_missing'
  | 'authorise_refused'
  | 'nothing_on_chain'

/** What the kit could not do. `code` is stable, `cause` what lies behind it, and the message says what to do. */
export class TestingError extends Error {
  override readonly name = 'TestingError'
  readonly code: TestingErrorCode

  constructor(code: TestingErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
