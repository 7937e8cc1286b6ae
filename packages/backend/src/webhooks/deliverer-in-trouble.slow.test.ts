import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  aDeliverer,
  change,
  clock,
  endpointAt,
  eventIds,
  HOUR,
  happen,
  lines,
  newId,
  nextTry,
  operate,
  receivedIds,
  receiver,
  START,
  scope,
  started,
  storage,
  stored,
  useDeliverer,
} from '../../test/use-deliverer.ts'
import { startReceiver } from '../../test/webhook-receiver.ts'
import { recordEvent } from '../actions/record-event.ts'
import { deleteWebhookEndpoint } from '../actions/webhook-endpoints.ts'
import type { Scope } from '../domain/entities.ts'
import type { DueDeliveries, Storage } from '../storage/storage.ts'
import type { Deliverer } from './deliverer.ts'

useDeliverer()

/** Looks for due deliveries as often as the worker does. */
function keepLooking(deliverer: Deliverer): void {
  const timer = setInterval(() => deliverer.fill(), 250)
  onTestFinished(() => clearInterval(timer))
}

/** So many events at once, each with its index. */
const pile = (count: number) =>
  storage.unitOfWork(async tx => {
    for (let index = 0; index < count; index += 1)
      await recordEvent({ tx, now: clock.now(), newId }, scope, {
        type: 'product.created',
        resource: { index },
      })
  })

test('behaviour: with much that waits for one endpoint, an attempt costs no look past all of it', async () => {
  await endpointAt(receiver.url)
  await pile(600)
  let looks = 0
  const counting: Storage = {
    ...storage,
    read: work =>
      storage.read(tx => {
        const due = (request: DueDeliveries) => {
          if (request.except?.length) looks += 1
          return tx.deliveries.due(request)
        }
        return work({ ...tx, deliveries: { ...tx.deliveries, due } })
      }),
  }
  const begun = performance.now()
  keepLooking(aDeliverer({ storage: counting }))
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(600)
  expect(looks).toBeLessThan(5 + (performance.now() - begun) / 100)
})

test('behaviour: while attempts of one merchant end all the time, what waits behind its backlog is sent too', async () => {
  await endpointAt(receiver.url)
  const other = await startReceiver()
  const another: Scope = { merchantId: 'mer_2', mode: 'test' }
  await endpointAt(other.url, null, another)
  await pile(1_000)
  // Some attempt ends in each look.
  let answered = 0
  receiver.answer(response => {
    answered += 1
    setTimeout(() => response.writeHead(200).end(), 10 * (answered % 10))
  })
  const read: Storage['read'] = async work => {
    await delay(40)
    return storage.read(work)
  }
  keepLooking(aDeliverer({ storage: { ...storage, read } }))
  await expect.poll(() => receiver.received.length, { interval: 1 }).toBeGreaterThan(100)
  clock.moveTo(START + 1)
  await happen('product.created', { id: 'prod_2' }, another)
  await expect.poll(() => other.received.length, { timeout: 60_000, interval: 1 }).toBe(1)
  expect(receiver.received.length).toBeLessThan(500)
  await other.close()
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

  test('behaviour: events during an endpoint’s rest wait with the others', async () => {
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

  test('behaviour: 410 disables the endpoint at once, and enabling it sends the waiting events', async () => {
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

  describe('with more to come than is moved at once', () => {
    const MOVED = 250
    const BACKLOG = 2 * MOVED + 100
    /** How many wait for each instant, in seconds from now. */
    const waiting = async () => {
      const counts = new Map<number | null, number>()
      const page = { now: Number.MAX_SAFE_INTEGER, limit: 1_000 }
      for (const { dueAt } of await storage.read(tx => tx.deliveries.due(page))) {
        const seconds = dueAt === null ? null : Math.floor((dueAt - clock.now()) / 1_000)
        counts.set(seconds, (counts.get(seconds) ?? 0) + 1)
      }
      return Object.fromEntries(counts)
    }
    const all = async () => (await storage.read(tx => tx.events.list(scope, { limit: 1_000 })))?.data.length

    test('behaviour: all of it waits for a silent endpoint, and each event comes once it is back', async () => {
      await endpointAt(receiver.url)
      await pile(BACKLOG)
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
      await pile(BACKLOG)
      await change(endpoint.id, { status: 'disabled' })
      const deliverer = aDeliverer()
      expect(await deliverer.drain()).toBe(false)
      expect([await waiting(), await deliverer.hasWork(), receiver.received.length]).toEqual([{}, false, 0])
      await change(endpoint.id, { status: 'enabled' })
      expect(await waiting()).toEqual({ 0: MOVED })
      // A stop and a silence on the way lose no event that is still held.
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
      await pile(BACKLOG)
      await operate(operation => deleteWebhookEndpoint(operation, endpoint))
      expect(await waiting()).toEqual({ 0: BACKLOG - MOVED })
      const deliverer = aDeliverer()
      expect([await deliverer.drain(), await waiting(), receiver.received.length]).toEqual([false, {}, 0])
    })

    test('behaviour: another address gets all of it at once', async () => {
      const { endpoint } = await endpointAt(`${receiver.url}/old`)
      await pile(BACKLOG)
      receiver.answer(503)
      const deliverer = aDeliverer()
      await deliverer.drain()
      receiver.answer(200)
      await change(endpoint.id, { url: `${receiver.url}/new` })
      await deliverer.drain()
      const sent = receiver.received.filter(({ path }) => path === '/new')
      expect([sent.length, await waiting()]).toEqual([BACKLOG, {}])
      expect(await stored(endpoint.id)).toMatchObject({ silences: 0, restsUntil: null })
    })
  })

  test('behaviour: an endpoint that was enabled again is not disabled by older events', async () => {
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

  test('behaviour: responses of the old address count nothing for the new one', async () => {
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

  test('behaviour: a merchant whose receivers hold every connection takes a quarter of the room, and delays no other', async () => {
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

  test('behaviour: merchants with long backlogs take turns with a merchant that has just got an event', async () => {
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

  test('behaviour: while one is deleted, its pending attempt is forgotten', async () => {
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

test('behaviour: the deliveries that a killed process had under way are sent again under the same id', async () => {
  await endpointAt(receiver.url)
  await happen()
  receiver.answer('hold')
  void aDeliverer({ attemptMillis: 60_000 }).drain()
  await expect.poll(() => receiver.received.length).toBe(1)
  receiver.answer(200)
  keepLooking(aDeliverer())
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(new Set(receivedIds()).size).toBe(1)
})

test('behaviour: a delivery whose result could not be booked holds its place, and is not sent again at once', async () => {
  await endpointAt(receiver.url)
  await happen()
  const deliverer = aDeliverer({
    storage: { ...storage, unitOfWork: () => Promise.reject(new Error('The disk is full.')) },
  })
  expect(await deliverer.drain()).toBe(true)
  expect(await deliverer.drain()).toBe(false)
  expect([receiver.received.length, lines.join().includes('interrupted')]).toEqual([1, true])
  await aDeliverer().drain()
  expect(receiver.received).toHaveLength(2)
})
