import { AuthoriseError } from './errors/authorise-error.ts'
import { holdsSecretKey } from './errors/holds-secret-key.ts'

/**
 * Refuses a text that is no checkout session before any request. A secret key is neither put into an address nor repeated.
 *
 * @throws {AuthoriseError} `session_invalid`, `secret_key_in_page`
 */
export function requireSessionId(sessionId: string): void {
  if (holdsSecretKey(sessionId))
    throw new AuthoriseError(
      'secret_key_in_page',
      'session is a secret key. Revoke the key, and give the id of a checkout session.',
    )
  if (!/^cs_\w+$/.test(sessionId))
    throw new AuthoriseError(
      'session_invalid',
      `session is "${sessionId}" and must be the id of a checkout session, cs_…`,
    )
}
