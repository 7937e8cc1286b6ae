import { AuthoriseError } from '../errors/authorise-error.ts'

/**
 * Refuses a page without the secure context that hashes a secret, and a page whose libraries have replaced the built-ins that write amounts.
 *
 * @throws {AuthoriseError} `page_insecure`, `page_altered`
 */
export function requireSoundPage(): void {
  if (!globalThis.crypto?.subtle) throw new AuthoriseError('page_insecure', 'The page needs https.')
  const written = JSON.stringify(['1', { a: Array.from({ length: 2 }, (_, index) => index).filter(Boolean) }])
  if (written !== '["1",{"a":[1]}]')
    throw new AuthoriseError('page_altered', `Built-ins are replaced: ${written}`)
}
