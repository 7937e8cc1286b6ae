/** A command that was understood and could not be done. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}
