import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
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
  nextDue,
  nextTry,
  operate,
  outcomes,
  receivedIds,
  receiver,
  START,
  scope,
  storage,
  stored,
  useDeliverer,
} from '../../test/use-deliverer.ts'
import { recordEvent, resendEvent } from '../actions/record-event.ts'
import { deleteWebhookEndpoint } from '../actions/webhook-endpoints.ts'
import type { Event, WebhookDelivery } from '../domain/entities.ts'
import { recordAttempt } from './record-attempt.ts'

useDeliverer()

describe('a delivery’s content', () => {
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
      await recordEvent(operation, scope, { type: 'product.created', resource: {} })
      throw new Error('changed my mind')
    }).catch(() => {})
    expect(await aDeliverer().drain()).toBe(false)
    expect(receiver.received).toEqual([])
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

describe('deliveries that were left while their endpoint went', () => {
  const leave = async () => {
    const { endpoint } = await endpointAt(receiver.url)
    await happen()
    const [delivery] = await storage.read(tx => tx.deliveries.due({ now: clock.now(), limit: 9 }))
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
    const { secret } = await change(endpoint.id, { rotate_secret: true })
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
    const rotated = await change(endpoint.id, { rotate_secret: true })
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
  test('behaviour: a resend while an attempt is under way is not sent beside it', async () => {
    const { endpoint } = await endpointAt(receiver.url)
    await happen()
    receiver.answer('hold')
    const deliverer = aDeliverer()
    const draining = deliverer.drain()
    await expect.poll(() => receiver.received.length).toBe(1)
    const [id = ''] = await eventIds()
    await storage.unitOfWork(async tx => {
      const event = (await tx.events.get(id)) as Event
      await resendEvent({ tx, now: clock.now(), newId }, event, endpoint)
    })
    receiver.letGo(200)
    await draining
    expect([receiver.received.length, await nextDue()]).toEqual([1, null])
  })

  test('behaviour: a stop lets an attempt finish, and an unfinished one stays pending and is sent again', async () => {
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
})

test('behaviour: attempts that end together are booked in one unit of work, so that other work waits for one only', async () => {
  await endpointAt(`${receiver.url}/a`)
  await endpointAt(`${receiver.url}/b`)
  for (let count = 0; count < 5; count += 1) await happen()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  let asked = 0
  const deliverer = aDeliverer({
    send: async () => {
      asked += 1
      if (asked === 10) answer()
      await answered
      return { status: 200 }
    },
  })
  const units = vi.spyOn(storage, 'unitOfWork')
  await deliverer.drain()
  expect(outcomes).toEqual(Array.from({ length: 10 }, () => 'delivered'))
  expect(units).toHaveBeenCalledTimes(1)
})

test('behaviour: a success at the old address does not wake the new one, which backs off', async () => {
  const { endpoint } = await endpointAt(`${receiver.url}/old`)
  await happen()
  const [delivery] = await storage.read(tx => tx.deliveries.due({ now: START, limit: 1 }))
  const away = { ...endpoint, url: `${receiver.url}/new`, silences: 2, restsUntil: START + 30_000 }
  await storage.unitOfWork(tx => tx.webhookEndpoints.update(away))
  const attempt = { deliveryId: delivery?.id ?? '', url: endpoint.url, outcome: { status: 200 } }
  expect(await operate(operation => recordAttempt(operation, attempt, 0.5))).toBe('delivered')
  expect(await stored(endpoint.id)).toEqual(away)
})

describe('the result of an attempt that took long', () => {
  const underWay = async () => {
    const { endpoint } = await endpointAt(receiver.url)
    await happen()
    const [delivery] = await storage.read(tx => tx.deliveries.due({ now: START, limit: 1 }))
    if (!delivery) throw new Error('The event is to be delivered.')
    const book = (outcome: { status: number; retryAfter?: number }) =>
      operate(operation =>
        recordAttempt(operation, { deliveryId: delivery.id, url: endpoint.url, outcome }, 0.5),
      )
    const now = () => storage.read(tx => tx.deliveries.get(delivery.id))
    return { endpoint, delivery, book, now }
  }

  test('behaviour: changes nothing of a delivery that was delivered meanwhile', async () => {
    const { book, now, endpoint } = await underWay()
    expect(await book({ status: 200 })).toBe('delivered')
    const [delivered, known] = [await now(), await stored(endpoint.id)]
    expect(await book({ status: 503 })).toBe('forgotten')
    expect([await now(), await stored(endpoint.id)]).toEqual([delivered, known])
    expect(await nextDue()).toBeNull()
  })

  test('behaviour: is held back with the others where the endpoint was disabled meanwhile', async () => {
    const { book, now, endpoint, delivery } = await underWay()
    await change(endpoint.id, { status: 'disabled' })
    expect(await book({ status: 500 })).toBe('retry')
    expect(await now()).toEqual({ ...delivery, attempts: 1, lastStatus: 500, dueAt: null })
    await change(endpoint.id, { status: 'enabled' })
    expect((await now())?.dueAt).toBe(START)
  })

  test('behaviour: is waited for as long as the receiver asked', async () => {
    const { book, now, delivery } = await underWay()
    expect(await book({ status: 500, retryAfter: 120_000 })).toBe('retry')
    expect(await now()).toEqual({ ...delivery, attempts: 1, lastStatus: 500, dueAt: START + 120_000 })
  })
})

test('behaviour: an endpoint’s last success is known to the minute', async () => {
  const { endpoint } = await endpointAt(receiver.url)
  const deliverer = aDeliverer()
  const known: unknown[] = []
  for (const after of [0, 59_999, 60_000]) {
    clock.moveTo(START + after)
    await happen()
    await deliverer.drain()
    known.push((await stored(endpoint.id)).lastSuccessAt)
  }
  expect(known).toEqual([START, START, START + 60_000])
})

test('behaviour: a success ends an endpoint’s silence, though the last success was a moment ago', async () => {
  const { endpoint } = await endpointAt(receiver.url)
  const deliverer = aDeliverer()
  const answered = async (status: number, after: number) => {
    receiver.answer(status)
    clock.moveTo(START + after)
    await happen()
    await deliverer.drain()
    const { silences, restsUntil } = await stored(endpoint.id)
    return [silences, restsUntil]
  }
  expect(await answered(200, 0)).toEqual([0, null])
  expect(await answered(503, 1_000)).toEqual([1, START + 11_000])
  expect(await answered(500, 11_000)).toEqual([1, null])
  expect(await answered(200, 12_000)).toEqual([0, null])
})
