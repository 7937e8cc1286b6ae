import { AuthoriseError } from '../errors/authorise-error.ts'

/**
 * Refuses a page on which no payment can be relied on: one without the secure context that a secret is hashed in, and one whose libraries
 * have replaced what amounts are written with.
 *
 * @throws {AuthoriseError} `page_insecure`, `page_altered`
 */
export function requireSoundPage(): void {
  if (!globalThis.crypto?.subtle) throw new AuthoriseError('page_insecure', 'The page needs https.')
  const written = JSON.stringify(['1', { a: Array.from({ length: 2 }, (_, index) => index).filter(Boolean) }])
  if (written !== '["1",{"a":[1]}]')
    throw new AuthoriseError('page_altered', `Built-ins are replaced: ${written}`)
}
