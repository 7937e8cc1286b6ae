import { EMAIL, MAX_EMAIL_CHARACTERS } from '@per-second/protocol/email'

/**
 * Whether the service takes it; a domain without a dot is a slip besides. What it refuses must not stand behind a signature, where
 * nobody can change it. Whether mail arrives is not for the page to say.
 */
export function isEmail(email: string): boolean {
  const given = email.trim()
  return given.length <= MAX_EMAIL_CHARACTERS && EMAIL.test(given) && given.includes('.', given.indexOf('@'))
}
