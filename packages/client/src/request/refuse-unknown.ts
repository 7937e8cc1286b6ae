import { nearestName } from '@per-second/protocol/nearest-name'
import { InvalidRequestError } from './errors.ts'

/**
 * Refuses what nobody would read: in JavaScript a mistyped option would be ignored without a word. Parameters of the API need no such
 * check, the service refuses unknown ones itself.
 *
 * @throws {InvalidRequestError} `parameter_unknown`; `parameter_invalid` for what has no names, such as a bare number
 */
export function refuseUnknown(options: object, known: readonly string[], what: string): void {
  if (typeof options !== 'object' || options === null) {
    const message = `Give ${what} by its name: { ${known[0]}: … }.`
    throw new InvalidRequestError('invalid_request_error', message, { code: 'parameter_invalid' })
  }
  const unknown = Object.keys(options).find(name => !known.includes(name))
  if (unknown === undefined) return
  const meant = nearestName(unknown, known)
  const message = `"${unknown}" is not ${what}. ${meant ? `Did you mean "${meant}"?` : `There are ${known.join(', ')}.`}`
  const details = { param: unknown, code: 'parameter_unknown' }
  throw new InvalidRequestError('invalid_request_error', message, details)
}
