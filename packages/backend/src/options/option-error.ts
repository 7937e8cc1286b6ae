/** An option that cannot be used; the message says which and why, and never repeats a secret. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
}
