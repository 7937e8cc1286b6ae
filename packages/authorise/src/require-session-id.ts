import { AuthoriseError } from './errors/authorise-error.ts'
import { requireNoSecretKey } from './errors/holds-secret-key.ts'

/**
 * Refuses a text that is no checkout session before any request.
 *
 * @throws {AuthoriseError} `session_invalid`, `secret_key_in_page`
 */
export function requireSessionId(sessionId: string): void {
  requireNoSecretKey(sessionId, 'session')
  if (!/^cs_\w+$/.test(sessionId))
    throw new AuthoriseError(
      'session_invalid',
      `session is "${sessionId}" and must be the id of a checkout session, cs_…`,
    )
}
