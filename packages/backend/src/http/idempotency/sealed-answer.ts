import { hkdfSync } from 'node:crypto'
import { createSecretBox, type SecretBox } from '../../webhooks/secret-box.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** The key belongs to one request, so no second owner exists. Another owner would not open the stored response. */
const OWNER = ''

/**
 * Seals a response that holds a secret so that only a repeat of the request can read it. Keys and tokens are stored
 * hashed, and their responses must not undo that. The key comes from the Idempotency-Key as sent, which is not stored
 * either.
 */
export function sealAnswer(text: string, key: IdempotencyKey): string {
  return boxOf(key).seal(text, OWNER)
}

export function openAnswer(stored: string, key: IdempotencyKey): string {
  return boxOf(key).open(stored, OWNER)
}

function boxOf(key: IdempotencyKey): SecretBox {
  return createSecretBox(Buffer.from(hkdfSync('sha256', key.secret, key.id, 'idempotent answer', 32)))
}
