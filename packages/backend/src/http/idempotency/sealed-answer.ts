import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { IdempotencyKey } from './idempotency-key.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Keeps an answer that holds a secret so that only a repeat of the request can read it: keys and tokens are stored hashed, and
 * their answers must not undo that. The key comes from the Idempotency-Key as sent, which is not stored either.
 */
export function sealAnswer(text: string, key: IdempotencyKey): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyFrom(key), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

export function openAnswer(stored: string, key: IdempotencyKey): string {
  const bytes = Buffer.from(stored, 'base64')
  const decipher = createDecipheriv(ALGORITHM, keyFrom(key), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

function keyFrom(key: IdempotencyKey): Buffer {
  return Buffer.from(hkdfSync('sha256', key.secret, key.id, 'idempotent answer', 32))
}
