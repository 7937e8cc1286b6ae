import { AuthenticationError } from './errors.ts'

/**
 * Checked before it gets into a header, because a runtime that refuses a header names its value, which is the key.
 *
 * @throws {AuthenticationError} `api_key_missing` or `api_key_invalid`, without the key
 */
export function checkedKey(key: unknown, name: 'API key' | 'admin token'): string {
  if (key === undefined || key === null || key === '') {
    const details = { code: 'api_key_missing' }
    throw new AuthenticationError('authentication_error', `No ${name} was given.`, details)
  }
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return key
  const message =
    typeof key === 'string'
      ? `The ${name} has characters no key has, such as a line break or a space.`
      : `The ${name} must be a string.`
  throw new AuthenticationError('authentication_error', message, { code: 'api_key_invalid' })
}
