import type {
  Event,
  List,
  Product,
  WebhookDelivery,
  WebhookEndpointWithSecret,
} from '@per-second/protocol/types'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test } from 'vitest'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { createMerchantServer } from './merchant.ts'
import { createCaller, createSubscriber } from './subscriber.ts'
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A backend that is removed when the test is over, also when it was started again on its folder. */
async function backendOf(folder?: string): Promise<BackendProcess> {
  const backend = await startBackend(folder === undefined ? {} : { folder })
  closers.push(backend.remove)
  return backend
}

async function receiverOf(...parameters: Parameters<typeof startReceiver>): Promise<WebhookReceiver> {
  const receiver = await startReceiver(...parameters)
  closers.push(receiver.close)
  return receiver
}

async function merchantOf(backend: BackendProcess) {
  const merchant = await createMerchantServer(backend)
  const endpoint = async (url: string) =>
    (await merchant.call<WebhookEndpointWithSecret>('POST', '/v1/webhook_endpoints', { url })).body
  return { ...merchant, endpoint }
}

const idsOf = (receiver: WebhookReceiver) => receiver.received.map(({ headers }) => headers['webhook-id'])
const events = async (backend: BackendProcess, key: string) =>
  (await createCaller(backend.url, key)<List<Event>>('GET', '/v1/events?limit=100')).body.data

test('default: events arrive, as the API tells them, and the stock library verifies them', async () => {
  const backend = await backendOf()
  const receiver = await receiverOf()
  const merchant = await merchantOf(backend)
  const { secret } = await merchant.endpoint(receiver.url)
  const product = await merchant.product({ name: 'Zoë 💠' })
  await expect.poll(() => receiver.received.length).toBe(1)
  const [{ payload, headers }] = receiver.received as [(typeof receiver.received)[0]]
  const event = new Webhook(secret).verify(payload, headers as Record<string, string>)
  expect(event).toEqual((await events(backend, merchant.test_key))[0])
  expect(event).toMatchObject({ type: 'product.created', data: { object: product } })
})

test('behaviour: a receiver that holds every connection does not hold the API', async () => {
  const backend = await backendOf()
  const receiver = await receiverOf('hold')
  const merchant = await merchantOf(backend)
  await merchant.endpoint(receiver.url)
  for (let index = 0; index < 20; index += 1) await merchant.product()
  await expect.poll(() => receiver.received.length).toBe(16)
  const made = await Promise.all(Array.from({ length: 50 }, () => merchant.product()))
  for (const { id } of made) await merchant.retrieveProduct(id)
  expect(receiver.received).toHaveLength(16)
})

test('behaviour: an advance retries in time, and answers when everything that fell due is delivered', async () => {
  const backend = await backendOf()
  const receiver = await receiverOf(500)
  const merchant = await merchantOf(backend)
  await merchant.freezeClock()
  const { secret } = await merchant.endpoint(receiver.url)
  const product = await merchant.product()
  await expect.poll(() => receiver.received.length).toBe(1)
  await merchant.advance(20)
  expect(receiver.received).toHaveLength(2)
  receiver.answer(200)
  await merchant.advance(60)
  expect(receiver.received).toHaveLength(3)
  expect(new Set(idsOf(receiver)).size).toBe(1)

  const session = await merchant.session(product)
  const subscriber = createSubscriber(backend)
  await subscriber.fund('10')
  await subscriber.subscribe(session, 3 * 3600)
  await merchant.advance(3 * 3600)
  const types = receiver.received.slice(3).map(({ payload, headers }) => {
    const event = new Webhook(secret).verify(payload, headers as Record<string, string>) as Event
    return event.type
  })
  expect(types.toSorted()).toEqual([
    'checkout.session.completed',
    'customer.created',
    'invoice.paid',
    'invoice.paid',
    'invoice.paid',
    'subscription.ended',
    'subscription.ending',
    'subscription.prepared',
    'subscription.started',
  ])
})

test('behaviour: a resent event arrives under its own id, at an endpoint that rests and at one that never had it', async () => {
  const backend = await backendOf()
  const [away, later] = [await receiverOf(503), await receiverOf()]
  const merchant = await merchantOf(backend)
  const call = createCaller(backend.url, merchant.test_key)
  const resting = await merchant.endpoint(away.url)
  await merchant.product()
  const [event] = await events(backend, merchant.test_key)
  const deliveries = async () =>
    (await call<List<WebhookDelivery>>('GET', `/v1/events/${event?.id}/deliveries`)).body.data
  await expect.poll(deliveries).toMatchObject([{ status: 'pending', attempts: 1, response_status: 503 }])
  const { id: unasked } = await merchant.endpoint(later.url)
  away.answer(204)
  for (const webhook_endpoint of [resting.id, unasked])
    await call('POST', `/v1/events/${event?.id}/resend`, { webhook_endpoint })
  const delivered = { status: 'delivered', attempts: 1, failure: null, next_attempt_at: null }
  await expect.poll(deliveries).toMatchObject([
    { ...delivered, webhook_endpoint: unasked, response_status: 200 },
    { ...delivered, webhook_endpoint: resting.id, response_status: 204 },
  ])
  expect([idsOf(away), idsOf(later)]).toEqual([[event?.id, event?.id], [event?.id]])
})

test('behaviour: a receiver may ask the API before it answers, also while the clock is advanced', async () => {
  const backend = await backendOf()
  const merchant = await merchantOf(backend)
  await merchant.freezeClock()
  const asked: number[] = []
  const receiver = await receiverOf(async (response, { payload }) => {
    const { data } = JSON.parse(payload) as { data: { object: Product } }
    const found = await merchant.call('GET', `/v1/products/${data.object.id}`)
    const renamed = await merchant.call('POST', `/v1/products/${data.object.id}`, { name: 'seen' })
    asked.push(found.status, renamed.status)
    response.writeHead(asked.length === 2 ? 500 : 200).end()
  })
  await merchant.endpoint(receiver.url)
  const product = await merchant.product()
  await expect.poll(() => asked).toEqual(expect.arrayContaining([200, 200]))
  await merchant.advance(3600)
  expect(await merchant.retrieveProduct(product.id)).toMatchObject({ name: 'seen' })
  expect(await merchant.eventTypes()).toEqual(['product.created', 'product.updated'])
  expect(new Set(asked)).toEqual(new Set([200]))
  expect(idsOf(receiver)).toHaveLength(3)
})

test('behaviour: no kill loses an event that was answered for', async () => {
  const receiver = await receiverOf()
  let backend = await backendOf()
  const { folder } = backend
  const { endpoint, test_key } = await merchantOf(backend)
  await endpoint(receiver.url)
  const made: string[] = []
  for (let round = 0; round < 5; round += 1) {
    const call = createCaller(backend.url, test_key)
    const body = { name: `round ${round}`, rate_usd_per_second: '1' }
    const asking = Array.from({ length: 40 }, async () => {
      const answer = await call<Product>('POST', '/v1/products', body).catch(() => null)
      if (answer?.status === 200) made.push(answer.body.id)
    })
    const before = receiver.received.length
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBeGreaterThan(before)
    await backend.end('SIGKILL')
    await Promise.all(asking)
    backend = await backendOf(folder)
  }
  const arrived = () => new Set(receiver.received.map(({ payload }) => JSON.parse(payload).data.object.id))
  await expect.poll(() => made.filter(id => !arrived().has(id))).toEqual([])
  const ids = new Map(receiver.received.map(({ headers, payload }) => [headers['webhook-id'], payload]))
  for (const { headers, payload } of receiver.received) expect(payload).toBe(ids.get(headers['webhook-id']))
  expect(made.length).toBeGreaterThan(0)
})
