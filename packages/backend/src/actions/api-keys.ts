import type { UnixMillis } from '@per-second/protocol/time'
import type { ApiKey } from '../domain/entities.ts'
import { issueKey } from './merchants.ts'
import type { Operation } from './operation.ts'

const ID_DIGITS = 16

/** The name of a key for administration: enough of its hash to identify it, and useless to a thief. */
export function apiKeyName(key: ApiKey): string {
  return `key_${key.id.slice(0, ID_DIGITS)}`
}

/** The key with this name, or null. */
export async function findApiKey({ tx }: Operation, name: string): Promise<ApiKey | null> {
  const digits = /^key_([0-9a-f]{16,64})$/.exec(name)?.[1]
  const found = digits === undefined ? [] : await tx.apiKeys.byPrefix(digits)
  return found.length === 1 ? (found[0] as ApiKey) : null
}

/**
 * Ends a key at an instant, by default now. It is refused from then on, by every process. An earlier end stays.
 *
 * @returns the key as it is now
 */
export async function revokeApiKey(
  { tx, now }: Operation,
  key: ApiKey,
  at: UnixMillis = now,
): Promise<ApiKey> {
  const revoked = { ...key, revokedAt: Math.min(at, key.revokedAt ?? at) }
  await tx.apiKeys.update(revoked)
  return revoked
}

/**
 * Makes a key of the same merchant and mode, and ends the old one after a while, in which both are good.
 *
 * @returns the new key in plain text: the only time it appears
 */
export async function rotateApiKey(
  operation: Operation,
  key: ApiKey,
  graceMillis: number,
): Promise<{ secret: string; replaced: ApiKey }> {
  const secret = await issueKey(operation, key.merchantId, key.mode)
  return { secret, replaced: await revokeApiKey(operation, key, operation.now + graceMillis) }
}
