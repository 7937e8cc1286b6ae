import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventType } from '@per-second/protocol/types'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { recordEvent } from '../actions/record-event.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpointChanges,
} from '../actions/webhook-endpoints.ts'
import type { Scope, WebhookDelivery, WebhookEndpoint } from '../domain/entities.ts'
import { createIds } from '../domain/id.ts'
import { createServiceClock, type ServiceClock } from '../domain/service-clock.ts'
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { Deliverer } from './deliverer.ts'
import { createSecretBox } from './secret-box.ts'
import { createSendWebhook } from './send-webhook.ts'

const START = Date.parse('2026-09-06T00:00:00Z')
const HOUR = 3600
const scope: Scope = { merchantId: 'mer_1', mode: 'test' }
const secrets = createSecretBox(new Uint8Array(32).fill(9))
const newId = createIds(Date.now)

let folder: string
let storage: Storage
let clock: ServiceClock
let receiver: WebhookReceiver
let lines: string[]
let outcomes: string[]
const started: Deliverer[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'per-second-webhooks-'))
  storage = await openSqliteStorage(join(folder, 'test.db'))
  clock = createServiceClock(() => START, { offsetMillis: 0, frozenAt: START })
  receiver = await startReceiver()
  lines = []
  outcomes = []
})
afterEach(async () => {
  for (const deliverer of started.splice(0)) await deliverer.stop()
  await receiver.close()
  await storage.close()
  await rm(folder, { recursive: true })
})

function aDeliverer(
  options: { attemptMillis?: number; key?: number; realTime?: () => number } = {},
): Deliverer {
  const { attemptMillis = 5_000, key = 9, realTime = Date.now } = options
  const deliverer = new Deliverer({
    storage,
    clock,
    realTime,
    secrets: createSecretBox(new Uint8Array(32).fill(key)),
    send: createSendWebhook({ ports: null, attemptMillis }),
    random: () => 0.5,
    attempted: { add: ({ outcome = '' }) => void outcomes.push(outcome) },
    log: pino({ level: 'debug' }, { write: line => void lines.push(line) }),
  })
  started.push(deliverer)
  return deliverer
}

const operate = <T>(work: (operation: { tx: never; now: number; newId: typeof newId }) => Promise<T>) =>
  storage.unitOfWork(tx => work({ tx: tx as never, now: clock.now(), newId }))
const rules = { ports: null, secrets }
const endpointAt = (url: string, events: EventType[] | null = null, of: Scope = scope) =>
  operate(operation => createWebhookEndpoint(operation, of, { url, events }, rules))
const happen = (
  type: EventType = 'product.created',
  resource: unknown = { id: 'prod_1' },
  of: Scope = scope,
) => operate(operation => recordEvent(operation, of, type, resource))
const stored = async (id: string) =>
  (await storage.read(tx => tx.webhookEndpoints.get(id))) as WebhookEndpoint
const change = async (id: string, changes: WebhookEndpointChanges) => {
  const endpoint = await stored(id)
  return operate(operation => updateWebhookEndpoint(operation, endpoint, changes, rules))
}
const eventIds = async () => {
  const page = await storage.read(tx => tx.events.list(scope, { limit: 100 }))
  return page?.data.map(event => event.id).toReversed() ?? []
}
const receivedIds = () => receiver.received.map(({ headers }) => headers['webhook-id'])

/** When the first of those is due that wait; null when none does. */
async function nextDue(): Promise<number | null> {
  const asked = {
    now: Number.MAX_SAFE_INTEGER,
    realNow: Number.MAX_SAFE_INTEGER,
    limit: 1,
    to: { except: [] },
  }
  const [first] = await storage.read(tx => tx.deliveries.due(asked))
  return first?.dueAt ?? null
}

/** Moves the clock to the next instant something is due at, sends it, and says how many seconds that was. */
async function nextTry(deliverer: Deliverer): Promise<number | null> {
  const before = clock.now()
  const next = await nextDue()
  if (next === null) return null
  clock.moveTo(next)
  await deliverer.drain()
  return (next - before) / 1000
}

describe('what is delivered', () => {
  test('default: the event as the API shows it, signed so that the stock library verifies', async () => {
    const { secret } = await endpointAt(`${receiver.url}/hooks?shop=1`)
    await happen('product.created', { id: 'prod_1', name: 'Zoë 💠' })
    expect(await aDeliverer().drain()).toBe(true)
    const [request] = receiver.received
    const [id] = await eventIds()
    expect(request?.path).toBe('/hooks?shop=1')
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': id })
    const event = new Webhook(secret).verify(
      request?.payload ?? '',
      request?.headers as Record<string, string>,
    )
    expect(event).toEqual({
      id,
      object: 'event',
      type: 'product.created',
      livemode: false,
      created: START / 1000,
      data: { object: { id: 'prod_1', name: 'Zoë 💠' } },
    })
  })

  test('behaviour: only to enabled endpoints of that merchant and mode that asked for the type, once each', async () => {
    await endpointAt(`${receiver.url}/all`)
    await endpointAt(`${receiver.url}/paid`, ['invoice.paid', 'invoice.payment_failed'])
    await endpointAt(`${receiver.url}/updated`, ['product.updated'])
    await endpointAt(`${receiver.url}/live`, null, { ...scope, mode: 'live' })
    await endpointAt(`${receiver.url}/other`, null, { ...scope, merchantId: 'mer_2' })
    const { endpoint } = await endpointAt(`${receiver.url}/off`)
    await change(endpoint.id, { status: 'disabled' })
    await happen('invoice.paid')
    const deliverer = aDeliverer()
    await deliverer.drain()
    expect(await deliverer.drain()).toBe(false)
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/all', '/paid'])
  })

  test('behaviour: an effect that rolls back leaves no delivery', async () => {
    await endpointAt(receiver.url)
    await operate(async operation => {
      await recordEvent(operation, scope, 'product.created', {})
      throw new Error('changed my mind')
    }).catch(() => {})
    expect(await aDeliverer().drain()).toBe(false)
    expect(receiver.received).toEqual([])
  })

  test('behaviour: hundreds of events arrive once each, to however many at once', async () => {
    await endpointAt(receiver.url)
    await storage.unitOfWork(async tx => {
      for (let index = 0; index < 400; index += 1) {
        await recordEvent({ tx, now: clock.now(), newId }, scope, 'product.created', { index })
      }
    })
    await Promise.all([aDeliverer().drain(), aDeliverer().drain()])
    const seen = receiver.received.map(({ payload }) => JSON.parse(payload).data.object.index)
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, index) => index))
  })
})

describe('retries', () => {
  test('default: 500, then 200: sent again ten seconds of the clock later, under the same id and in the same bytes', async () => {
    await endpointAt(receiver.url)
    await happen()
    const deliverer = aDeliverer()
    receiver.answer(500)
    await deliverer.drain()
    expect(receiver.received).toHaveLength(1)
    clock.moveTo(START + 9_999)
    expect(await deliverer.drain()).toBe(false)
    receiver.answer(200)
    clock.moveTo(START + 10_000)
    expect(await deliverer.drain()).toBe(true)
    const [first, second] = receiver.received
    expect(second?.payload).toBe(first?.payload)
    expect(receivedIds()).toEqual([...(await eventIds()), ...(await eventIds())])
    expect(await nextTry(deliverer)).toBeNull()
    expect(outcomes).toEqual(['failed', 'delivered'])
  })

  test.each([301, 302, 307, 308, 400, 404, 199 + 101, 599])('behaviour: %d is no success', async status => {
    await endpointAt(receiver.url)
    await happen()
    receiver.answer(status)
    const deliverer = aDeliverer()
    await deliverer.drain()
    expect(await nextTry(deliverer)).toBe(10)
    expect(receiver.received).toHaveLength(2)
  })

  test.each([200, 201, 202, 204, 299])('behaviour: %d is success', async status => {
    await endpointAt(receiver.url)
    await happen()
    receiver.answer(status)
    const deliverer = aDeliverer()
    await deliverer.drain()
    expect(await nextTry(deliverer)).toBeNull()
  })

  test('behaviour: one event that is refused keeps no other back', async () => {
    await endpointAt(receiver.url)
    await happen('product.created')
    await happen('product.updated')
    receiver.answer((response, { payload }) =>
      response.writeHead(JSON.parse(payload).type === 'product.created' ? 500 : 200).end(),
    )
    const deliverer = aDeliverer()
    await deliverer.drain()
    await happen('invoice.paid')
    await deliverer.drain()
    const types = receiver.received.map(({ payload }) => JSON.parse(payload).type)
    expect(types.toSorted()).toEqual(['invoice.paid', 'product.created', 'product.updated'])
  })

  test('behaviour: for three days an event is tried, then it is given up and a wholly failing endpoint disabled', async () => {
    const { endpoint } = await endpointAt(receiver.url)
    await happen()
    receiver.answer(500)
    const deliverer = aDeliverer()
    await deliverer.drain()
    const waits: number[] = []
    for (let wait = await nextTry(deliverer); wait !== null; wait = await nextTry(deliverer)) waits.push(wait)
    expect(waits).toEqual([10, 30, 90, 270, 810, 2430, 7290, 21_870, ...Array(5).fill(12 * HOUR)])
    expect(receiver.received).toHaveLength(14)
    expect(await stored(endpoint.id)).toMatchObject({ status: 'disabled' })
    await happen()
    expect(await deliverer.drain()).toBe(false)
  })

  test('behaviour: an endpoint that took something else meanwhile stays enabled', async () => {
    const { endpoint } = await endpointAt(receiver.url)
    await happen('product.created')
    receiver.answer((response, { payload }) =>
      response.writeHead(JSON.parse(payload).type === 'product.created' ? 500 : 200).end(),
    )
    const deliverer = aDeliverer()
    await deliverer.drain()
    clock.moveTo(START + HOUR * 1000)
    await happen('product.updated')
    await deliverer.drain()
    while ((await nextTry(deliverer)) !== null);
    expect(await stored(endpoint.id)).toMatchObject({ status: 'enabled' })
    expect(lines.filter(line => line.includes('given up'))).toHaveLength(1)
  })
})

describe('receivers in trouble', () => {
  test.each([['hold'], [429], [502], [503], [504]] as const)(
    'behaviour: %s lets the endpoint rest as a whole, then one try opens it again',
    async answer => {
      await endpointAt(receiver.url)
      for (let index = 0; index < 20; index += 1) await happen()
      receiver.answer(answer)
      const deliverer = aDeliverer(answer === 'hold' ? { attemptMillis: 1_000 } : {})
      await deliverer.drain()
      const first = receiver.received.length
      expect(first).toBeLessThanOrEqual(16)
      expect(await nextTry(deliverer)).toBe(10)
      expect(receiver.received).toHaveLength(first + 1)
      expect(await nextTry(deliverer)).toBe(30)
      expect(receiver.received).toHaveLength(first + 2)
      receiver.answer(200)
      while ((await nextTry(deliverer)) !== null);
      const afterwards = receivedIds().slice(first + 2)
      expect(afterwards.toSorted()).toEqual((await eventIds()).toSorted())
    },
  )

  test('behaviour: what happens while an endpoint rests waits with the others', async () => {
    await endpointAt(receiver.url)
    await happen()
    receiver.answer(503)
    const deliverer = aDeliverer()
    await deliverer.drain()
    receiver.answer(200)
    clock.moveTo(START + 5_000)
    await happen()
    expect(await deliverer.drain()).toBe(false)
    expect(await nextTry(deliverer)).toBe(5)
    while ((await nextTry(deliverer)) !== null);
    expect(receiver.received).toHaveLength(3)
  })

  test('behaviour: an event that is never answered does not keep the others from a recovered endpoint', async () => {
    await endpointAt(receiver.url)
    await happen('invoice.paid')
    for (let index = 0; index < 5; index += 1) await happen('product.created')
    receiver.answer((response, { payload }) => {
      if (JSON.parse(payload).type !== 'invoice.paid') response.writeHead(200).end()
    })
    const deliverer = aDeliverer({ attemptMillis: 1_000 })
    await deliverer.drain()
    await nextTry(deliverer)
    const delivered = receiver.received.filter(
      ({ payload }) => JSON.parse(payload).type === 'product.created',
    )
    expect(new Set(delivered.map(({ headers }) => headers['webhook-id'])).size).toBe(5)
  })

  test('behaviour: 410 disables the endpoint at once; enabling it sends what waited', async () => {
    const { endpoint } = await endpointAt(receiver.url)
    await happen()
    receiver.answer(410)
    const deliverer = aDeliverer()
    await deliverer.drain()
    expect(await stored(endpoint.id)).toMatchObject({ status: 'disabled' })
    expect(await nextTry(deliverer)).toBeNull()
    receiver.answer(200)
    await change(endpoint.id, { status: 'enabled' })
    await deliverer.drain()
    expect(receivedIds()).toEqual([...(await eventIds()), ...(await eventIds())])
  })

  test('behaviour: another address is tried at once', async () => {
    const { endpoint } = await endpointAt(`${receiver.url}/old`)
    await happen()
    receiver.answer(503)
    const deliverer = aDeliverer()
    await deliverer.drain()
    receiver.answer(200)
    await change(endpoint.id, { url: `${receiver.url}/new` })
    expect(await deliverer.drain()).toBe(true)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/old', '/new'])
    expect(await stored(endpoint.id)).toMatchObject({ silences: 0, restsUntil: null })
  })

  describe('with more to come than is moved at once', () => {
    const MOVED = 250
    const BACKLOG = 2 * MOVED + 100
    const pile = () =>
      storage.unitOfWork(async tx => {
        for (let index = 0; index < BACKLOG; index += 1)
          await recordEvent({ tx, now: clock.now(), newId }, scope, 'product.created', { index })
      })
    /** How many wait for each instant, in seconds from now. */
    const waiting = async () => {
      const counts = new Map<number | null, number>()
      const page = { now: Number.MAX_SAFE_INTEGER, realNow: Number.MAX_SAFE_INTEGER, limit: 1_000 }
      for (const { dueAt } of await storage.read(tx => tx.deliveries.due({ ...page, to: { except: [] } }))) {
        const seconds = dueAt === null ? null : Math.floor((dueAt - clock.now()) / 1_000)
        counts.set(seconds, (counts.get(seconds) ?? 0) + 1)
      }
      return Object.fromEntries(counts)
    }
    const all = async () => (await storage.read(tx => tx.events.list(scope, { limit: 1_000 })))?.data.length

    test('behaviour: all of it waits for a silent endpoint, and each event comes once it is back', async () => {
      await endpointAt(receiver.url)
      await pile()
      receiver.answer(503)
      const deliverer = aDeliverer()
      await deliverer.drain()
      expect(await waiting()).toEqual({ 10: BACKLOG })
      const tried = receiver.received.length
      expect(tried).toBeLessThanOrEqual(32)
      receiver.answer(200)
      while ((await nextTry(deliverer)) !== null);
      expect(new Set(receivedIds().slice(tried)).size).toBe(BACKLOG)
      expect([receiver.received.length, await all()]).toEqual([tried + BACKLOG, BACKLOG])
    })

    test('behaviour: all of it is held back while the endpoint is disabled, and comes once each when it is enabled', async () => {
      const { endpoint } = await endpointAt(receiver.url)
      await pile()
      await change(endpoint.id, { status: 'disabled' })
      const deliverer = aDeliverer()
      expect(await deliverer.drain()).toBe(false)
      expect([await waiting(), await deliverer.hasWork(), receiver.received.length]).toEqual([{}, false, 0])
      await change(endpoint.id, { status: 'enabled' })
      expect(await waiting()).toEqual({ 0: MOVED })
      // A stop and a silence on the way lose nothing of what is not let go yet.
      receiver.answer((response, { payload }) =>
        response.writeHead(JSON.parse(payload).data.object.index === 100 ? 503 : 200).end(),
      )
      await deliverer.drain()
      receiver.answer(200)
      while ((await nextTry(deliverer)) !== null);
      expect(new Set(receivedIds()).size).toBe(BACKLOG)
      expect(await stored(endpoint.id)).toMatchObject({ silences: 0, restsUntil: null })
    })

    test('behaviour: of a deleted endpoint all of it goes', async () => {
      const { endpoint } = await endpointAt(receiver.url)
      await pile()
      await operate(operation => deleteWebhookEndpoint(operation, endpoint))
      expect(await waiting()).toEqual({ 0: BACKLOG - MOVED })
      const deliverer = aDeliverer()
      expect([await deliverer.drain(), await waiting(), receiver.received.length]).toEqual([false, {}, 0])
    })

    test('behaviour: another address gets all of it at once', async () => {
      const { endpoint } = await endpointAt(`${receiver.url}/old`)
      await pile()
      receiver.answer(503)
      const deliverer = aDeliverer()
      await deliverer.drain()
      receiver.answer(200)
      await change(endpoint.id, { url: `${receiver.url}/new` })
      await deliverer.drain()
      const sent = receiver.received.filter(({ path }) => path === '/new')
      expect([sent.length, await waiting()]).toEqual([BACKLOG, {}])
    })
  })

  test('behaviour: an endpoint that was enabled again is not disabled by what is older', async () => {
    const { endpoint } = await endpointAt(receiver.url)
    await happen()
    await change(endpoint.id, { status: 'disabled' })
    clock.moveTo(START + 71.99 * HOUR * 1000)
    await change(endpoint.id, { status: 'enabled' })
    receiver.answer(500)
    const deliverer = aDeliverer()
    await deliverer.drain()
    while ((await nextTry(deliverer)) !== null);
    expect(lines.join()).toContain('given up')
    expect(await stored(endpoint.id)).toMatchObject({ status: 'enabled' })
  })

  test('behaviour: what the old address answers says nothing of the new one', async () => {
    const { endpoint } = await endpointAt(`${receiver.url}/old`)
    await happen()
    receiver.answer('hold')
    const draining = aDeliverer().drain()
    await expect.poll(() => receiver.received.length).toBe(1)
    await change(endpoint.id, { url: `${receiver.url}/new` })
    receiver.answer(200)
    receiver.letGo(410)
    await draining
    expect(await stored(endpoint.id)).toMatchObject({ status: 'enabled', silences: 0 })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/old', '/new'])
  })

  test('behaviour: a receiver that holds every connection keeps no other endpoint waiting', async () => {
    const silent = await startReceiver('hold')
    await endpointAt(silent.url)
    for (let index = 0; index < 100; index += 1) await happen('product.created')
    await endpointAt(`${receiver.url}/live`, ['invoice.paid'])
    await happen('invoice.paid')
    const draining = aDeliverer({ attemptMillis: 60_000 }).drain()
    await expect.poll(() => [receiver.received.length, silent.received.length]).toEqual([1, 16])
    for (const deliverer of started) await deliverer.stop()
    await draining
    expect(silent.received).toHaveLength(16)
    await silent.close()
  })

  test('behaviour: a merchant whose receivers hold every connection takes a quarter of the room, and keeps nobody waiting', async () => {
    const silent = await startReceiver('hold')
    for (let index = 0; index < 10; index += 1) await endpointAt(`${silent.url}/${index}`)
    for (let index = 0; index < 20; index += 1) await happen('product.created')
    const other: Scope = { merchantId: 'mer_2', mode: 'test' }
    await endpointAt(receiver.url, null, other)
    await happen('product.created', { id: 'prod_2' }, other)
    const draining = aDeliverer({ attemptMillis: 60_000 }).drain()
    await expect.poll(() => [receiver.received.length, silent.received.length]).toEqual([1, 32])
    for (const deliverer of started) await deliverer.stop()
    await draining
    expect(silent.received).toHaveLength(32)
    await silent.close()
  })

  test('behaviour: merchants with long backlogs take turns with one that has just got something', async () => {
    const busy = ['mer_2', 'mer_3', 'mer_4', 'mer_5'].map(
      merchantId => ({ merchantId, mode: 'test' }) as const,
    )
    for (const of of busy) {
      for (let index = 0; index < 2; index += 1)
        await endpointAt(`${receiver.url}/${of.merchantId}`, null, of)
      for (let index = 0; index < 100; index += 1) await happen('product.created', { id: 'prod_1' }, of)
    }
    await endpointAt(`${receiver.url}/late`)
    clock.moveTo(clock.now() + 1_000)
    await happen('product.created')
    await aDeliverer({ attemptMillis: 60_000 }).drain()
    const paths = receiver.received.map(({ path }) => path)
    expect(paths).toHaveLength(4 * 2 * 100 + 1)
    // All there is room for has been sent a few times when its turn comes.
    expect(paths.indexOf('/late')).toBeLessThan(4 * 128)
  })

  test('behaviour: while one is deleted, what is under way to it is forgotten', async () => {
    const { endpoint } = await endpointAt(receiver.url)
    await happen()
    receiver.answer('hold')
    const deliverer = aDeliverer()
    const draining = deliverer.drain()
    await expect.poll(() => receiver.received.length).toBe(1)
    await operate(operation => deleteWebhookEndpoint(operation, endpoint))
    receiver.letGo(500)
    await draining
    expect(await nextTry(deliverer)).toBeNull()
    expect(await deliverer.hasWork()).toBe(false)
  })
})

describe('deliveries that were left while their endpoint went', () => {
  const leave = async () => {
    const { endpoint } = await endpointAt(receiver.url)
    await happen()
    const request = { now: clock.now(), realNow: clock.now(), limit: 9, to: { only: endpoint.id } }
    const [delivery] = await storage.read(tx => tx.deliveries.due(request))
    if (!delivery) throw new Error('The event is to be delivered.')
    return { endpoint, delivery }
  }
  const again = (delivery: WebhookDelivery) => storage.unitOfWork(tx => tx.deliveries.update(delivery))
  const whatBecomesOf = async (id: string) => {
    const deliverer = aDeliverer()
    await deliverer.drain()
    const delivery = await storage.read(tx => tx.deliveries.get(id))
    return [receiver.received.length, await deliverer.hasWork(), delivery?.status, delivery?.dueAt]
  }

  test('behaviour: of a disabled one they are held back with the others', async () => {
    const { endpoint, delivery } = await leave()
    await change(endpoint.id, { status: 'disabled' })
    await again(delivery)
    expect(await whatBecomesOf(delivery.id)).toEqual([0, false, 'pending', null])
    await change(endpoint.id, { status: 'enabled' })
    expect(await whatBecomesOf(delivery.id)).toEqual([1, false, 'delivered', null])
  })

  test('behaviour: of a deleted one they go', async () => {
    const { endpoint, delivery } = await leave()
    await operate(operation => deleteWebhookEndpoint(operation, endpoint))
    await storage.unitOfWork(tx => tx.deliveries.insert(delivery))
    expect(await whatBecomesOf(delivery.id)).toEqual([0, false, undefined, undefined])
  })
})

describe('secrets', () => {
  test('behaviour: after a rotation both sign for 24 hours, then the new one alone', async () => {
    const { endpoint, secret: old } = await endpointAt(receiver.url)
    const { secret } = await change(endpoint.id, { rotateSecret: true })
    const deliverer = aDeliverer()
    const verdicts = async () => {
      await happen()
      await deliverer.drain()
      const { payload = '', headers } = receiver.received.at(-1) ?? {}
      return [old, secret as string].map(candidate => {
        try {
          return new Webhook(candidate).verify(payload, headers as Record<string, string>) !== undefined
        } catch {
          return false
        }
      })
    }
    expect(secret).not.toBe(old)
    expect(await verdicts()).toEqual([true, true])
    clock.moveTo(START + 24 * HOUR * 1000 - 1)
    expect(await verdicts()).toEqual([true, true])
    clock.moveTo(START + 24 * HOUR * 1000)
    expect(await verdicts()).toEqual([false, true])
  })

  test('behaviour: the timestamp is real time, so that receivers can verify on an advanced clock', async () => {
    const { secret } = await endpointAt(receiver.url)
    clock.moveTo(START + 900 * 24 * HOUR * 1000)
    await happen()
    await aDeliverer().drain()
    const { payload = '', headers } = receiver.received[0] ?? {}
    expect(new Webhook(secret).verify(payload, headers as Record<string, string>)).toBeDefined()
  })

  test('behaviour: neither database nor log hold a secret, or the address with its query', async () => {
    const { endpoint, secret } = await endpointAt(`${receiver.url}/?token=hush`)
    const rotated = await change(endpoint.id, { rotateSecret: true })
    await happen()
    receiver.answer(500)
    await aDeliverer().drain()
    const row = JSON.stringify(await stored(endpoint.id))
    for (const kept of [secret, rotated.secret as string].map(text => text.slice(6))) {
      expect(row).not.toContain(kept)
      expect(lines.join()).not.toContain(kept)
    }
    expect(lines.join()).not.toContain('hush')
    const [line] = lines.map(text => JSON.parse(text))
    const [event] = await eventIds()
    expect(line).toMatchObject({
      msg: 'webhook attempt failed',
      endpoint: endpoint.id,
      event,
      attempt: 1,
      status: 500,
      result: 'retry',
    })
  })

  test('error: with the wrong key nothing is sent, it is said, and tried again later', async () => {
    await endpointAt(receiver.url)
    await happen()
    const deliverer = aDeliverer({ key: 8 })
    await deliverer.drain()
    expect(receiver.received).toEqual([])
    expect(lines.join()).toContain('secret_unreadable')
    clock.moveTo(START + 10_001)
    await aDeliverer().drain()
    expect(receiver.received).toHaveLength(1)
  })
})

describe('ends', () => {
  test('behaviour: a stop lets an attempt finish; what does not is left pending and sent again', async () => {
    await endpointAt(receiver.url)
    await happen()
    receiver.answer('hold')
    const first = aDeliverer({ attemptMillis: 60_000 })
    const draining = first.drain()
    await expect.poll(() => receiver.received.length).toBe(1)
    await first.stop()
    await draining
    expect(await nextDue()).toBe(START)
    receiver.answer(200)
    expect(await aDeliverer().drain()).toBe(true)
    expect(receivedIds()).toEqual([...(await eventIds()), ...(await eventIds())])
  })

  test('behaviour: what a killed process had claimed is sent when its claim is over, or at once when nobody else can be there', async () => {
    await endpointAt(receiver.url)
    await happen()
    receiver.answer('hold')
    let realNow = Date.now()
    const realTime = () => realNow
    void aDeliverer({ attemptMillis: 60_000, realTime }).drain()
    await expect.poll(() => receiver.received.length).toBe(1)
    receiver.answer(500)
    const other = aDeliverer({ realTime })
    expect(await other.drain()).toBe(false)
    realNow += 30_000
    expect(await other.drain()).toBe(true)

    receiver.answer('hold')
    clock.moveTo(START + 10_000)
    void other.drain()
    await expect.poll(() => receiver.received.length).toBe(3)
    receiver.answer(200)
    const alone = aDeliverer({ realTime })
    await alone.start()
    await expect.poll(() => receiver.received.length).toBe(4)
    expect(new Set(receivedIds()).size).toBe(1)
  })
})
