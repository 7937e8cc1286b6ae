import { unknownName } from '@per-second/protocol/nearest-name'
import { InvalidRequestError } from './errors.ts'

/**
 * Refuses unknown options. In JavaScript a mistyped option would otherwise be ignored without an error. Parameters of
 * the API need no such check, because the service refuses unknown ones itself.
 *
 * @throws {InvalidRequestError} `parameter_unknown`, or `parameter_invalid` for a value without names, such as a bare
 * number
 */
export function refuseUnknown(options: object, known: readonly string[], what: string): void {
  if (typeof options !== 'object' || options === null) {
    const message = `Give ${what} by its name: { ${known[0]}: … }.`
    throw new InvalidRequestError('invalid_request_error', message, { code: 'parameter_invalid' })
  }
  const unknown = unknownName(options, known)
  if (unknown === null) return
  const message = `"${unknown.name}" is not ${what}. ${unknown.advice}`
  const details = { param: unknown.name, code: 'parameter_unknown' }
  throw new InvalidRequestError('invalid_request_error', message, details)
}
