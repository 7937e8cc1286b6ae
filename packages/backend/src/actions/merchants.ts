import type { Address } from '@per-second/protocol/types'
import type { ApiKey, Merchant, Mode } from '../domain/entities.ts'
import { random } from '../domain/id.ts'
import { secretHash } from '../domain/secret-hash.ts'
import type { Operation } from './operation.ts'

const KEY_CHARACTERS = 32
const HINT_CHARACTERS = 4

export type NewMerchant = {
  name: string
  logoUrl: string | null
  accent: string | null
  supportUrl: string | null
  payoutAddress: Address
}

/** The keys are in plain text here and nowhere else: they are stored hashed. */
export type MerchantWithKeys = { merchant: Merchant; testKey: string; liveKey: string }

/** A merchant with one key of each mode. */
export async function createMerchant(operation: Operation, fields: NewMerchant): Promise<MerchantWithKeys> {
  const merchant: Merchant = { ...fields, id: operation.newId('mer_'), created: operation.now }
  await operation.tx.merchants.insert(merchant)
  const testKey = await issueKey(operation, merchant.id, 'test')
  const liveKey = await issueKey(operation, merchant.id, 'live')
  return { merchant, testKey, liveKey }
}

/** Makes a secret key and stores its hash. Shown once: the answer is the only place it ever appears. */
export async function issueKey(operation: Operation, merchantId: string, mode: Mode): Promise<string> {
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
  return secret
}
