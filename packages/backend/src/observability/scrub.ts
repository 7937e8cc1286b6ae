const REDACTED = '[redacted]'

/**
 * Texts that must never be in a log. These are keys and tokens of every kind, text after `Bearer`, signatures and
 * signed transactions (65 bytes of hexadecimal and more), and email addresses. Of a URL only scheme and host may stay,
 * because RPC providers and databases put keys in the rest. A line break in JSON is a backslash and a letter, so `\b`
 * does not match behind it.
 */
const SECRETS = [
  /(?<=\b|\\[bfnrt])(?:sk_(?:test|live)|ct|whsec|admin)_[\w+/=-]+/g,
  /bearer\s+[^\s"',\\]+/gi,
  /0x[0-9a-fA-F]{130,}/g,
  /(?<=:\/\/)[^\s"'/@\\]{1,500}@/g,
  /(?<=:\/\/[^\s"'/?#\\]{1,255}[/?#])[^\s"'\\]+/g,
  /[^\s"'<>@:,;()/\\]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g,
]

/** The same line without secrets. */
export function scrub(line: string): string {
  return SECRETS.reduce((text, secret) => text.replaceAll(secret, REDACTED), line)
}

/** The same text without these secrets, in any case. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text
  return text.replaceAll(new RegExp(secrets.map(escaped).join('|'), 'gi'), REDACTED)
}

function escaped(secret: string): string {
  return secret.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

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
