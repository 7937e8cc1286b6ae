import { unknownName } from '@per-second/protocol/nearest-name'
import { TestingError } from './testing-error.ts'

/**
 * Refuses unknown options: a mistyped one would be ignored, and a test would prove something else than it says.
 *
 * @param known an object with each known name
 * @param call the call, as a test writes it
 * @throws {TestingError} `option_unknown`, also for a value that is no object
 */
export function refuseUnknown(given: unknown, known: object, call: string): void {
  const names = Object.keys(known)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TestingError('option_unknown', `${call} takes its options as an object: ${names.join(', ')}.`)
  const unknown = unknownName(given, names)
  if (unknown === null) return
  const message = `"${unknown.name}" is not an option of ${call}. ${unknown.advice}`
  throw new TestingError('option_unknown', message)
}
