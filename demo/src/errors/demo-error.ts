export type DemoErrorCode =
  | 'option_invalid'
  | 'already_open'
  | 'build_failed'
  | 'backend_failed'
  | 'backend_refused'
  | 'interrupted'

/** A failure the person at the keyboard should read as a sentence, not as a stack. */
export class DemoError extends Error {
  override readonly name = 'DemoError'
  readonly code: DemoErrorCode

  constructor(code: DemoErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
