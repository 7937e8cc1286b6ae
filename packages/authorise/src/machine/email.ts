import { EMAIL, MAX_EMAIL_CHARACTERS } from '@per-second/protocol/email'

/** The address in a text as typed or pasted. Chats and contact lists add invisible characters, input methods write wide ones. */
export function emailIn(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
}

/**
 * Whether the service accepts the address. A domain without a dot is refused as a slip. An address that the service refuses must be
 * found before the signature: afterwards the subscriber cannot change it.
 */
export function isEmail(email: string): boolean {
  const given = emailIn(email)
  return given.length <= MAX_EMAIL_CHARACTERS && EMAIL.test(given) && given.includes('.', given.indexOf('@'))
}
