import { afterAll, beforeAll, expect, it } from 'vitest'
import { createForgetting } from '../src/worker/forget-outdated.ts'
import { authorise, openSession, PAGE, signIn } from './client-scenario.ts'
import { startTestService, type TestService, WALLET } from './test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const HOUR = 3_600
const DAY = 24 * HOUR
const create = (name: string) =>
  service.request('POST', '/v1/products', {
    body: { name: 'GPU', rate_usd_per_second: '1' },
    headers: { 'Idempotency-Key': name },
  })
const countOf = (ids: readonly (string | undefined)[], get: (id: string) => Promise<unknown>) =>
  Promise.all(ids.map(id => get(id as string))).then(found => found.filter(row => row !== null).length)

it('the clock deletes rows that no caller can request, and keeps the rest', async () => {
  const { storage, clock } = service
  const forget = createForgetting({ storage, clock, keepEvents: null, chains: [] })
  const pass = async (seconds: number) => {
    clock.moveTo(clock.now() + seconds * 1000)
    await forget()
  }
  await service.request('POST', '/v1/webhook_endpoints', { body: { url: 'http://127.0.0.1:9/hooks' } })
  const session = await openSession(service)
  const { token, sub } = await authorise(service, session)
  const { json: challenge } = await service.request(
    'POST',
    `/v1/client/checkout/sessions/${session}/sign_in/challenge`,
    { key: null, headers: PAGE, body: { wallet_address: WALLET, chain_id: 31_337 } },
  )
  const first = await create('one key')
  const deliveries = await storage.unitOfWork(async tx => {
    const due = await tx.deliveries.due({ now: clock.now(), limit: 100 })
    const [delivered, givenUp] = due
    if (!delivered || !givenUp) throw new Error('Everything above is announced.')
    await tx.deliveries.update({ ...delivered, status: 'delivered', dueAt: null })
    await tx.deliveries.update({ ...givenUp, status: 'failed', dueAt: null })
    return due.map(({ id }) => id)
  })
  const deliveriesLeft = () => storage.read(tx => countOf(deliveries, id => tx.deliveries.get(id)))
  const challengeLeft = () => storage.read(tx => tx.challenges.get(challenge.nonce))
  const tokenAnswer = async () =>
    (await service.request('GET', `/v1/client/subscriptions/${sub}`, { key: token })).json.error?.code ?? 'ok'

  await pass(DAY - 1)
  expect((await create('one key')).text).toBe(first.text)
  expect(await challengeLeft()).not.toBeNull()
  await pass(1)
  const second = await create('one key')
  expect([second.status, second.headers.get('Idempotent-Replayed')]).toEqual([200, null])
  expect(second.json.id).not.toBe(first.json.id)

  await pass(10 * 60)
  expect(await challengeLeft()).toBeNull()

  await pass(29 * DAY - 10 * 60 - 1)
  expect(await deliveriesLeft()).toBe(deliveries.length)
  await pass(10 * 60)
  expect(await deliveriesLeft()).toBe(deliveries.length - 2)
  expect(await tokenAnswer()).toBe('ok')
  // The latest it can last: a day beyond its terms, which end 30 days after 15 minutes to sign and an hour to run.
  await pass(DAY + 15 * 60 + HOUR)
  expect(await tokenAnswer()).toBe('client_token_expired')
  await pass(30 * DAY - 10 * 60)
  expect(await tokenAnswer()).toBe('client_token_expired')
  await pass(10 * 60)
  expect(await tokenAnswer()).toBe('client_token_invalid')

  const { json: events } = await service.request('GET', '/v1/events?limit=100')
  expect(events.data.at(-1).type).toBe('product.created')
  expect((await service.request('GET', `/v1/products/${first.json.id}`)).status).toBe(200)
  // A new sign-in succeeds.
  expect(await signIn(service, session)).toMatch(/^ct_/)
})

it('events held back for a disabled endpoint go when they would have been given up', async () => {
  const { storage, clock } = service
  const forget = createForgetting({ storage, clock, keepEvents: null, chains: [] })
  const { json: endpoint } = await service.request('POST', '/v1/webhook_endpoints', {
    body: { url: 'http://127.0.0.1:9/hooks', events: ['product.created'] },
  })
  await create('held back')
  const held = await storage.read(async tx => {
    const due = await tx.deliveries.due({ now: clock.now(), limit: 100 })
    return due.filter(({ endpointId }) => endpointId === endpoint.id).map(({ id }) => id)
  })
  await service.request('POST', `/v1/webhook_endpoints/${endpoint.id}`, { body: { status: 'disabled' } })
  const left = () => storage.read(tx => countOf(held, id => tx.deliveries.get(id)))
  clock.moveTo(clock.now() + 3 * DAY * 1000 - 1)
  await forget()
  expect([held.length, await left()]).toEqual([1, 1])
  clock.moveTo(clock.now() + 10 * 60_000)
  await forget()
  expect(await left()).toBe(0)
})

it('much is deleted in batches, a batch of each kind a time', async () => {
  const { storage, clock } = service
  const at = clock.now()
  const ids = Array.from({ length: 2_500 }, (_, index) => `bulk ${String(index).padStart(4, '0')}`)
  await storage.unitOfWork(async tx => {
    for (const [index, id] of ids.entries())
      await tx.idempotency.insert({
        id,
        fingerprint: '',
        jobId: null,
        response: '{}',
        advancesTo: null,
        created: at + index,
      })
  })
  const kept = () =>
    storage.read(async tx => {
      const found = [0, 999, 1_000, 1_999, 2_000, 2_499].map(index =>
        tx.idempotency.get(ids[index] as string),
      )
      return (await Promise.all(found)).map(row => (row === null ? '-' : '+')).join('')
    })
  clock.moveTo(at + 2_499 + DAY * 1000)
  const forget = createForgetting({ storage, clock, keepEvents: null, chains: [] })
  expect(await kept()).toBe('++++++')
  await forget()
  expect(await kept()).toBe('--++++')
  await forget()
  expect(await kept()).toBe('----++')
  await forget()
  expect(await kept()).toBe('------')
})

it('events and their deliveries go after as long as the service keeps them, and a reader is told', async () => {
  const { storage, clock } = service
  const kept = 30 * DAY * 1000
  const forget = createForgetting({ storage, clock, keepEvents: kept, chains: [] })
  await service.request('POST', '/v1/webhook_endpoints', { body: { url: 'http://127.0.0.1:9/hooks' } })
  const product = (await create('an old event')).json
  const list = async (query = '') => (await service.request('GET', `/v1/events?limit=100${query}`)).json
  const old = (await list()).data[0]
  const [delivery] = (await service.request('GET', `/v1/events/${old.id}/deliveries`)).json.data
  expect([old.type, old.data.object.id, delivery.status]).toEqual(['product.created', product.id, 'pending'])
  const begun = clock.now()
  clock.moveTo(begun + 20 * DAY * 1000)
  await create('a newer event')
  const [newer] = (await list()).data

  clock.moveTo(begun + kept - 1)
  await forget()
  expect((await list()).data.map(({ id }: { id: string }) => id)).toContain(old.id)
  clock.moveTo(begun + kept + 10 * 60_000)
  await forget()
  const left = await list()
  expect([left.data.map(({ id }: { id: string }) => id), left.has_more]).toEqual([[newer.id], false])
  expect((await service.request('GET', `/v1/events/${old.id}`)).status).toBe(404)
  expect((await list(`&ending_before=${old.id}`)).error).toMatchObject({
    code: 'resource_missing',
    param: 'ending_before',
    message: expect.stringContaining('without a cursor'),
  })
  // A reader of the newest event goes on from it, after any time without events.
  clock.moveTo(begun + 10 * kept)
  await forget()
  expect(await list(`&ending_before=${newer.id}`)).toMatchObject({ data: [], has_more: false })
  expect((await list()).data.map(({ id }: { id: string }) => id)).toEqual([newer.id])
  // The event's object stays.
  expect((await service.request('GET', `/v1/products/${product.id}`)).json.id).toBe(product.id)
})
