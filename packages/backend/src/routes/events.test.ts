import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOW, startTestService, type TestService } from '../../test/test-service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())
beforeEach(async () => {
  key = (await service.newMerchant()).testKey
})

const ask = async (method: string, path: string, body?: object) =>
  (await service.request(method, path, { key, ...(body && { body }) })).json

async function endpointAt(path: string, fields: object = {}): Promise<string> {
  return (await ask('POST', '/v1/webhook_endpoints', { url: `https://shop.example/${path}`, ...fields })).id
}

/** Its newest event is that a product was made. */
async function newEvent(): Promise<string> {
  await ask('POST', '/v1/products', { name: 'GPU', rate_usd_per_second: '1' })
  return (await ask('GET', '/v1/events?limit=1')).data[0].id
}

const deliveriesOf = async (event: string) => (await ask('GET', `/v1/events/${event}/deliveries`)).data
const resend = (event: string, endpoint: string) =>
  ask('POST', `/v1/events/${event}/resend`, { webhook_endpoint: endpoint })

/** Books the results of the attempts, as the deliverer does. */
async function book(id: string, fields: object): Promise<void> {
  await service.storage.unitOfWork(async tx => {
    const delivery = await tx.deliveries.get(id)
    if (delivery) await tx.deliveries.update({ ...delivery, ...fields })
  })
}

const waiting = (event: string, endpoint: string) => ({
  id: expect.stringMatching(/^dlv_[0-9a-z]{38}$/),
  object: 'webhook_delivery',
  event,
  webhook_endpoint: endpoint,
  status: 'pending',
  attempts: 0,
  response_status: null,
  failure: null,
  next_attempt_at: NOW,
  livemode: false,
  created: NOW,
})

test('an event shows its delivery to each endpoint that asked for it, newest endpoint first', async () => {
  const first = await endpointAt('first')
  await endpointAt('other', { events: ['invoice.paid'] })
  const second = await endpointAt('second')
  const event = await newEvent()
  const path = `/v1/events/${event}/deliveries`
  const list = await ask('GET', path)
  expect(list).toEqual({
    object: 'list',
    data: [waiting(event, second), waiting(event, first)],
    has_more: false,
    url: path,
  })
  await book(list.data[0].id, { status: 'delivered', attempts: 1, lastStatus: 204, dueAt: null })
  await book(list.data[1].id, { attempts: 2, lastFailure: 'timeout', dueAt: (NOW + 30) * 1000 })
  expect(await deliveriesOf(event)).toEqual([
    {
      ...waiting(event, second),
      status: 'delivered',
      attempts: 1,
      response_status: 204,
      next_attempt_at: null,
    },
    { ...waiting(event, first), attempts: 2, failure: 'timeout', next_attempt_at: NOW + 30 },
  ])
})

test('a resend makes the same delivery due at once, as new', async () => {
  const endpoint = await endpointAt('hooks')
  const event = await newEvent()
  const [{ id }] = await deliveriesOf(event)
  const longAgo = { attempts: 13, created: (NOW - 300_000) * 1000, dueAt: null }
  await book(id, { ...longAgo, status: 'failed', lastStatus: 500 })
  expect(await resend(event, endpoint)).toEqual({ ...waiting(event, endpoint), id })
  expect(await deliveriesOf(event)).toEqual([{ ...waiting(event, endpoint), id }])
})

test('an event can be sent where it never went', async () => {
  const event = await newEvent()
  const later = await endpointAt('later', { events: ['invoice.paid'] })
  expect(await deliveriesOf(event)).toEqual([])
  expect(await resend(event, later)).toEqual(waiting(event, later))
  expect(await deliveriesOf(event)).toEqual([waiting(event, later)])
})

test('resends that are refused', async () => {
  const endpoint = await endpointAt('hooks')
  const event = await newEvent()
  await ask('POST', `/v1/webhook_endpoints/${endpoint}`, { status: 'disabled' })
  const foreign = (
    await service.request('POST', '/v1/webhook_endpoints', { body: { url: 'https://a.example' } })
  ).json.id
  const refusal = async (...parameters: Parameters<typeof resend>) => {
    const { error } = await resend(...parameters)
    return [error.type, error.code, error.param]
  }
  expect(await refusal(event, endpoint)).toEqual([
    'invalid_request_error',
    'parameter_invalid',
    'webhook_endpoint',
  ])
  expect(await refusal(event, foreign)).toEqual(['not_found', 'resource_missing', 'webhook_endpoint'])
  expect(await refusal('evt_unknown', foreign)).toEqual(['not_found', 'resource_missing', 'id'])
  expect((await deliveriesOf(event))[0]).toMatchObject({ status: 'pending', next_attempt_at: null })
})
