import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A signing secret of 256 random bits (Standard Webhooks 1.0: base64 of 24 to 64 bytes). */
export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * The headers of one attempt (Standard Webhooks 1.0).
 *
 * @param message.id the event's id, the same in every attempt, by which a receiver recognises repeats
 * @param message.timestamp unix seconds of real time: receivers compare it with their own clock
 * @param secrets one signature each, so that a receiver may still hold a replaced one
 */
export function signDelivery(
  message: { id: string; timestamp: number; payload: string },
  secrets: string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const signed = `${message.id}.${message.timestamp}.${message.payload}`
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
