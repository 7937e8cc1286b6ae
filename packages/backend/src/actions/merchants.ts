import type { UnixMillis } from '@per-second/protocol/time'
import type { ApiKey, Merchant, Mode } from '../domain/entities.ts'
import { random } from '../domain/id.ts'
import { secretHash } from '../domain/secret-hash.ts'
import type { Operation } from './operation.ts'

const KEY_CHARACTERS = 32
const HINT_CHARACTERS = 4

export type NewMerchant = Pick<Merchant, 'name' | 'payoutAddress'> &
  Partial<Pick<Merchant, 'logoUrl' | 'accent' | 'supportUrl'>>

/** The keys are in plain text here and nowhere else: they are stored hashed. */
export type MerchantWithKeys = { merchant: Merchant; testKey: string; liveKey: string }

/** A key, and its secret in plain text. */
type IssuedKey = { secret: string; key: ApiKey }

/** A merchant with one key of each mode. */
export async function createMerchant(operation: Operation, fields: NewMerchant): Promise<MerchantWithKeys> {
  const merchant: Merchant = {
    logoUrl: null,
    accent: null,
    supportUrl: null,
    ...fields,
    id: operation.newId('mer_'),
    created: operation.now,
  }
  await operation.tx.merchants.insert(merchant)
  const test = await issueKey(operation, merchant.id, 'test')
  const live = await issueKey(operation, merchant.id, 'live')
  return { merchant, testKey: test.secret, liveKey: live.secret }
}

/** Makes a secret key and stores its hash. Shown once: the answer is the only place it ever appears. */
export async function issueKey(operation: Operation, merchantId: string, mode: Mode): Promise<IssuedKey> {
  const secret = `sk_${mode}_${random(KEY_CHARACTERS)}`
  const key: ApiKey = {
    merchantId,
    mode,
    id: secretHash(secret),
    hint: `sk_${mode}_…${secret.slice(-HINT_CHARACTERS)}`,
    created: operation.now,
    revokedAt: null,
  }
  await operation.tx.apiKeys.insert(key)
  return { secret, key }
}

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
): Promise<IssuedKey & { replaced: ApiKey }> {
  const issued = await issueKey(operation, key.merchantId, key.mode)
  return { ...issued, replaced: await revokeApiKey(operation, key, operation.now + graceMillis) }
}
