import { AuthenticationError } from './errors.ts'

/**
 * Checked before it gets into a header, because a runtime that refuses a header names its value, which is the key.
 *
 * @throws {AuthenticationError} `api_key_missing` or `api_key_invalid`, without the key
 */
export function checkedKey(key: unknown, name: 'API key' | 'admin token'): string {
  const refusal = refusalOf(key)
  if (refusal === null) return key as string
  const { code, is, todo } = refusal
  throw new AuthenticationError('authentication_error', `The ${name} ${is}. ${todo}`, { code })
}

function refusalOf(key: unknown): { code: string; is: string; todo: string } | null {
  const missing =
    'Pass it from an environment variable, and check that the variable is set where this program runs.'
  if (key === undefined || key === null) return { code: 'api_key_missing', is: 'is missing', todo: missing }
  if (key === '') return { code: 'api_key_missing', is: 'is empty', todo: missing }
  const code = 'api_key_invalid'
  if (typeof key !== 'string')
    return { code, is: 'is not a string', todo: 'Pass the text of the key itself.' }
  if (/^["'`]|["'`]$/.test(key))
    return { code, is: 'has quotes around it', todo: 'Remove them where the variable is set.' }
  if (key.startsWith('pk_'))
    return { code, is: 'is a publishable key', todo: 'Pass a secret key: sk_test_… or sk_live_….' }
  if (key.startsWith('ct_'))
    return { code, is: 'is a client token', todo: 'Pass a secret key: sk_test_… or sk_live_….' }
  if (/^[\x21-\x7e]+$/.test(key)) return null
  const todo = 'Copy it again: a key has only letters, digits, "_" and "-".'
  return { code, is: 'has a space, a line break or another character that no key has', todo }
}
