import { hash } from 'node:crypto'

/** How keys and tokens are kept: SHA-256 in hexadecimal. They are long and random, so no salt and no stretching is needed. */
export function secretHash(secret: string): string {
  return hash('sha256', secret)
}
