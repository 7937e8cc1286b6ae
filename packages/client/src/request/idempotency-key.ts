/** A new idempotency key of 128 random bits. Unique is enough, so a runtime without Web Crypto (Node 18) will do. */
export function newIdempotencyKey(): string {
  const bytes = new Uint8Array(16)
  const crypto: Crypto | undefined = globalThis.crypto
  if (crypto) crypto.getRandomValues(bytes)
  else for (let index = 0; index < bytes.length; index++) bytes[index] = Math.floor(Math.random() * 256)
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
