export type TestingErrorCode =
  | 'duration_invalid'
  | 'option_unknown'
  | 'backend_failed'
  | 'wallet_script_missing'
  | 'element_missing'
  | 'nothing_on_chain'

/**
 * The failure of a call to the kit. `code` is stable, `cause` is the underlying error, and the message says how to mend
 * it.
 */
export class TestingError extends Error {
  override readonly name = 'TestingError'
  readonly code: TestingErrorCode

  constructor(code: TestingErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
