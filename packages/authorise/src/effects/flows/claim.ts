/** A secret of 32 random bytes, and its SHA-256 that claims a draft, both in 64 lower-case hexadecimal digits. */
export async function newClaim(
  source: Crypto = globalThis.crypto,
): Promise<{ secret: string; claim: string }> {
  const secret = source.getRandomValues(new Uint8Array(32))
  const claim = new Uint8Array(await source.subtle.digest('SHA-256', secret))
  return { secret: hex(secret), claim: hex(claim) }
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
