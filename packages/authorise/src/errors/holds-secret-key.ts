import { AuthoriseError } from './authorise-error.ts'

/** Whether a secret key stands in a text, also with spaces or quotes around it. A console's lines are kept, so they never repeat one. */
export function holdsSecretKey(text: string): boolean {
  return /(?<![a-z])sk_/i.test(text)
}

/** A secret key is neither sent nor repeated. @throws {AuthoriseError} `secret_key_in_page` */
export function requireNoSecretKey(value: string, name: 'session' | 'replaces'): void {
  if (holdsSecretKey(value))
    throw new AuthoriseError(
      'secret_key_in_page',
      `${name} is a secret key. Revoke the key, and give the id of a checkout session.`,
    )
}
