import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { createMerchantServer } from './merchant.ts'
import { createSubscriber } from './subscriber.ts'
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts'

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

let backend: BackendProcess
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startReceiver(200)
  backend = await startBackend({ args: ['--log', 'info'], captureLog: true })
})
afterAll(async () => {
  await backend.remove()
  await receiver.close()
})

it('behaviour: a trace goes from a request through its chain work to every webhook that comes of it, and to no other', async () => {
  const merchant = await createMerchantServer(backend)
  await merchant.freezeClock()
  await merchant.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  const subscriber = createSubscriber(backend)
  await subscriber.fund('100')
  const session = await merchant.session(await merchant.product())
  const { id } = await subscriber.subscribe(session, 86_400)
  await merchant.advance(60)
  const canceled = await merchant.call('POST', `/v1/subscriptions/${id}/cancel`, {}, { traceparent: TRACE })
  expect(canceled.status).toBe(200)
  const invalid = { traceparent: TRACE.toUpperCase() }
  await merchant.call('POST', '/v1/products', { name: 'B', rate_usd_per_second: '1' }, invalid)

  const happened = (await merchant.eventTypes()).toSorted()
  const told = () =>
    receiver.received.map(({ payload, headers }) => [JSON.parse(payload).type, headers.traceparent ?? null])
  const traced = ['invoice.paid', 'subscription.canceled']
  await expect
    .poll(() => told().toSorted())
    .toEqual(happened.map(type => [type, traced.includes(type) ? TRACE : null]))
  const lines = backend.log().map(line => JSON.parse(line))
  expect(lines.filter(line => line.traceparent !== undefined)).toMatchObject([
    { msg: 'request', route: '/v1/subscriptions/{id}/cancel', status: 200, traceparent: TRACE },
  ])
})
