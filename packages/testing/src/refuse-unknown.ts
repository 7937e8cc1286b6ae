import { TestingError } from './testing-error.ts'

/**
 * Refuses unknown options: a mistyped one would be ignored, and a test would prove something else than it says.
 *
 * @param known an object with each known name
 * @param call the call, as a test writes it
 * @throws {TestingError} `option_unknown`, also for a value without names
 */
export function refuseUnknown(given: unknown, known: object, call: string): void {
  const names = typeof given === 'object' && given !== null ? Object.keys(given) : [JSON.stringify(given)]
  const unknown = names.find(name => !Object.hasOwn(known, name))
  if (unknown === undefined) return
  const message = `${unknown} is not an option of ${call}. There are ${Object.keys(known).join(', ')}.`
  throw new TestingError('option_unknown', message)
}
