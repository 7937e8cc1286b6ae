import { EMAIL, MAX_EMAIL_CHARACTERS } from '@per-second/protocol/email'

/**
 * Whether the service accepts the address. A domain without a dot is refused as a slip. An address that the service refuses must be
 * found before the signature: afterwards the subscriber cannot change it.
 */
export function isEmail(email: string): boolean {
  const given = email.trim()
  return given.length <= MAX_EMAIL_CHARACTERS && EMAIL.test(given) && given.includes('.', given.indexOf('@'))
}
