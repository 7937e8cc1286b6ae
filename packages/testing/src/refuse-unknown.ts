import { TestingError } from './testing-error.ts'

/**
 * Refuses unknown options: a mistyped one would be ignored, and a test would prove something else than it says.
 *
 * @param known an object with each known name
 * @param call the call, as a test writes it
 * @throws {TestingError} `option_unknown`, also for a value that is no object
 */
export function refuseUnknown(given: unknown, known: object, call: string): void {
  const names = Object.keys(known).join(', ')
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TestingError('option_unknown', `${call} takes its options as an object: ${names}.`)
  const unknown = Object.keys(given).find(name => !Object.hasOwn(known, name))
  if (unknown === undefined) return
  throw new TestingError(
    'option_unknown',
    `${unknown} is not an option of ${call}. The options are: ${names}.`,
  )
}
