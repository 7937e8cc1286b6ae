import { unknownName } from '@per-second/protocol/nearest-name'
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
  const unknown = unknownName(given as object, Object.keys(known))
  if (unknown === null) return
  const field = within ? `${within}.${unknown.name}` : unknown.name
  const message = `"${field}" is not an option. ${unknown.advice}`
  throw new AuthoriseError('parameter_unknown', message, { field })
}
