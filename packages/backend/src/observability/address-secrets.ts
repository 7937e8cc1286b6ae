/** Shorter parts of a path or a query are versions and names, not keys. */
const SHORTEST_KEY = 4

/**
 * The parts of an endpoint's address that may be a key: user and password, parts of the path, values of the query (or
 * names without one). Each is in its written and in its decoded form. The longest first, so that none is hidden by a
 * part of it.
 */
export function secretsOfAddress(address: string): string[] {
  const { username, password, pathname, search } = new URL(address)
  const query = search
    .slice(1)
    .split('&')
    .map(pair => pair.slice(pair.indexOf('=') + 1))
  const parts = [...pathname.split('/'), ...query].filter(part => decoded(part).length >= SHORTEST_KEY)
  const users = [username, password].filter(part => part !== '')
  const found = new Set([...parts, ...users].flatMap(part => [part, decoded(part)]))
  return [...found].toSorted((a, b) => b.length - a.length)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
