const REDACTED = '[redacted]'

/**
 * What must never be in a log: keys and tokens of every kind, whatever follows `Bearer`, signatures and signed transactions (65 bytes
 * of hexadecimal and more), e-mail addresses, and all of a web address but its host, for that is where RPC providers put keys.
 */
const SECRETS = [
  /\b(?:sk_(?:test|live)|ct|whsec|admin)_[\w+/=-]+/g,
  /\bbearer\s+[^\s"',\\]+/gi,
  /\b0x[0-9a-fA-F]{130,}/g,
  /(?<=\bhttps?:\/\/)[^\s"'/@\\]{1,500}@/g,
  /(?<=\bhttps?:\/\/[^\s"'/\\]{1,255}\/)[^\s"'\\]+/g,
  /[^\s"'<>@:,;()/\\]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g,
]

/** The same line without secrets. */
export function scrub(line: string): string {
  return SECRETS.reduce((text, secret) => text.replaceAll(secret, REDACTED), line)
}
