/** An option, or the folder or database it names, cannot be used. The message names it and the reason, and never repeats a secret. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
}
