import { AuthoriseError } from '../errors/authorise-error.ts'
import { anObject } from '../service/shape.ts'

/**
 * Refuses unknown options, which would be ignored otherwise: a mistyped limit or pin would let everything through.
 *
 * @param known an object with each known name
 * @param within `limits` or `pins`. Without it they are the options of the call
 * @throws {AuthoriseError} `parameter_unknown`, or `parameter_invalid` for a value without names
 */
export function refuseUnknown(given: unknown, known: object, within?: 'limits' | 'pins'): void {
  if (!anObject(given))
    throw new AuthoriseError('parameter_invalid', `${within ?? 'options'} must be an object.`)
  const name = Object.keys(given as object).find(each => !Object.hasOwn(known, each))
  if (name === undefined) return
  const field = within ? `${within}.${name}` : name
  const message = `${field} is not an option. The options are: ${Object.keys(known).join(', ')}.`
  throw new AuthoriseError('parameter_unknown', message, { field })
}
