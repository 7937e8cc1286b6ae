import { InvalidRequestError } from '../request/errors.ts'

/** A command line that was not understood, before anything was sent. `param` is the word at fault. */
export class UsageError extends InvalidRequestError {
  override readonly name = 'UsageError'

  constructor(message: string, param?: string) {
    super('invalid_request_error', message, { code: 'parameter_invalid', param })
  }
}
