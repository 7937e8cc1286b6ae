import assert from 'node:assert/strict'
import type { WebhookEndpointWithSecret } from '@per-second/protocol/types'
import { startBackend } from '../../backend-process.ts'
import { eventually } from '../../eventually.ts'
import { createMerchantServer } from '../../merchant.ts'
import { secondsOf } from '../../seconds-of.ts'
import { startReceiver } from '../../webhook-receiver.ts'
import type { BadDay } from '../day.ts'

const SLOW_ENDPOINTS = 10
const EVENTS = 100
const WITHIN = 5

/** Item 7: a merchant's receivers take every connection and never answer. On a local service: elsewhere webhooks go to public addresses. */
export const slowReceivers: BadDay = {
  what: `${SLOW_ENDPOINTS} receivers of one merchant never answer, with ${EVENTS} events for each`,
  holds: `Another merchant’s webhook arrives within ${WITHIN} s`,
  play: async () => {
    const backend = await startBackend({ args: ['--log', 'silent'] })
    const [slow, quick] = await Promise.all([startReceiver('hold'), startReceiver()])
    try {
      const [busy, other] = [await createMerchantServer(backend), await createMerchantServer(backend)]
      const listen = (merchant: typeof busy, url: string) =>
        merchant.call<WebhookEndpointWithSecret>('POST', '/v1/webhook_endpoints', { url })
      for (let count = 0; count < SLOW_ENDPOINTS; count += 1) await listen(busy, `${slow.url}/${count}`)
      await Promise.all(Array.from({ length: EVENTS }, () => busy.product()))
      await eventually(
        async () => slow.received.length,
        count => count >= SLOW_ENDPOINTS,
        'the slow receivers are asked',
      )
      await listen(other, quick.url)
      await other.product()
      const arrived = await secondsOf(() =>
        eventually(
          async () => quick.received.length,
          count => count === 1,
          'the webhook arrives',
          WITHIN * 1_000,
        ),
      )
      assert.ok(slow.received.length > 0)
      return `${slow.received.length} attempts held, the other one’s arrived after ${arrived.toFixed(1)} s`
    } finally {
      await Promise.all([slow.close(), quick.close()])
      await backend.remove()
    }
  },
}
