import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createFakeBilling } from '../../test/fake-billing.ts'
import { listen } from '../start/listen.ts'
import { dashboardStream } from './dashboard-stream.ts'
import { createFollowers } from './followers.ts'
import type { Look } from './watch-meters.ts'

/** A heartbeat that no test waits for. */
const NEVER_MS = 3_600_000

function openStream(options: { down?: boolean; hold?: Promise<void> } = {}, heartbeatMs = NEVER_MS) {
  const { billing, events, requests } = createFakeBilling(options)
  const [meters, arrivals] = [createFollowers<Look | null>(), createFollowers()]
  const app = new Hono()
  app.get('/', context => dashboardStream(context, { billing, meters, arrivals }, heartbeatMs))
  const happen = (...numbers: number[]) => {
    for (const number of numbers) events.unshift({ id: `evt_${number}`, type: 'product.created' })
    arrivals.tell()
  }
  return { app, meters, arrivals, happen, options, requests }
}

const told = (response: Response) => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  return {
    /** The next message; null at the end. */
    async next(): Promise<string | null> {
      while (!rest.includes('\n\n')) {
        const { value, done } = (await reader?.read()) ?? { done: true }
        if (done) return null
        rest += value
      }
      const [message = '', ...more] = rest.split('\n\n')
      rest = more.join('\n\n')
      return message
    },
    cancel: () => reader?.cancel(),
  }
}

const happened = (number: number) =>
  `event: happened\ndata: ${JSON.stringify({ id: `evt_${number}`, type: 'product.created' })}\nid: evt_${number}`
const look = (accrued_usd: string, at: number) =>
  ({ subscriptions: [{ id: 'sub_1', accrued_usd }], spacing_ms: 1000, sample: { at } }) as unknown as Look

test('it begins with the newest events, oldest first, and goes on with each that happens', async () => {
  const { app, happen } = openStream()
  happen(...Array.from({ length: 22 }, (_, index) => index + 1))
  const stream = told(await app.request('/'))
  expect(await stream.next()).toBe('retry: 1000')
  for (let number = 3; number <= 22; number += 1) expect(await stream.next()).toBe(happened(number))
  happen(23, 24)
  expect([await stream.next(), await stream.next()]).toEqual([happened(23), happened(24)])
  await stream.cancel()
})

test('who asks for its head follows nothing', async () => {
  const { app, meters, arrivals, requests } = openStream()
  const response = await app.request('/', { method: 'HEAD' })
  expect([response.status, response.headers.get('content-type'), response.body]).toEqual([
    200,
    'text/event-stream',
    null,
  ])
  expect([meters.count(), arrivals.count(), requests]).toEqual([0, 0, []])
})

test('a browser that comes back misses nothing, also more than a page; one of another store begins anew', async () => {
  const { app, happen } = openStream()
  happen(...Array.from({ length: 150 }, (_, index) => index + 1))
  const back = told(await app.request('/', { headers: { 'last-event-id': 'evt_2' } }))
  await back.next()
  for (let number = 3; number <= 150; number += 1) expect(await back.next()).toBe(happened(number))
  await back.cancel()
  const stranger = told(await app.request('/', { headers: { 'last-event-id': 'evt_of_another' } }))
  await stranger.next()
  expect(await stranger.next()).toBe(happened(131))
  await stranger.cancel()
})

test('a look is told when something about the meters changed, without an id', async () => {
  const { app, meters } = openStream({}, 20)
  const stream = told(await app.request('/'))
  const spoken = async () => {
    for (;;) {
      const message = await stream.next()
      if (message !== ': nothing new') return message
    }
  }
  await stream.next()
  meters.tell(look('0.1', 1))
  expect(await spoken()).toBe(`event: look\ndata: ${JSON.stringify(look('0.1', 1))}`)
  meters.tell(look('0.1', 2))
  // The first may have been on its way already.
  expect([await stream.next(), await stream.next()]).toEqual([': nothing new', ': nothing new'])
  meters.tell(look('0.2', 3))
  expect(await spoken()).toBe(`event: look\ndata: ${JSON.stringify(look('0.2', 3))}`)
  await stream.cancel()
})

test('where nothing happens a comment keeps the connection open', async () => {
  const { app } = openStream({}, 10)
  const stream = told(await app.request('/'))
  await stream.next()
  expect([await stream.next(), await stream.next()]).toEqual([': nothing new', ': nothing new'])
  await stream.cancel()
})

test('it ends when the billing service does not answer, to a look or for events', async () => {
  const { app, meters, arrivals, options, happen } = openStream()
  const first = told(await app.request('/'))
  await first.next()
  meters.tell(null)
  expect(await first.next()).toBe(null)
  const second = told(await app.request('/'))
  await second.next()
  options.down = true
  happen(1)
  expect(await second.next()).toBe(null)
  expect([meters.count(), arrivals.count()]).toEqual([0, 0])
})

test('a closed connection frees what it held', async () => {
  const { app, meters, arrivals } = openStream()
  await using server = await listen(getRequestListener(app.fetch), 0)
  const leaving = new AbortController()
  const stream = told(await fetch(server.url, { signal: leaving.signal }))
  await stream.next()
  expect([meters.count(), arrivals.count()]).toEqual([1, 1])
  leaving.abort()
  await expect.poll(() => [meters.count(), arrivals.count()]).toEqual([0, 0])
})

test('one that leaves amid many events, or before they are answered, has no more of them asked for', async () => {
  const { app, meters, arrivals, happen, options, requests } = openStream()
  happen(...Array.from({ length: 500 }, (_, index) => index + 1))
  const back = { headers: { 'last-event-id': 'evt_1' } }
  const stream = told(await app.request('/', back))
  expect([await stream.next(), await stream.next()]).toEqual(['retry: 1000', happened(2)])
  await stream.cancel()
  await expect.poll(() => [meters.count(), arrivals.count()]).toEqual([0, 0])
  expect(requests).toEqual(['GET /v1/events'])

  options.hold = new Promise(() => {})
  const waiting = told(await app.request('/', back))
  expect(await waiting.next()).toBe('retry: 1000')
  await expect.poll(() => requests.length).toBe(2)
  await waiting.cancel()
  await expect.poll(() => [meters.count(), arrivals.count()]).toEqual([0, 0])
})

test('amid many events it ends, too, when the billing service does not answer to a look', async () => {
  const { app, meters, happen, requests } = openStream()
  happen(...Array.from({ length: 500 }, (_, index) => index + 1))
  const stream = told(await app.request('/', { headers: { 'last-event-id': 'evt_1' } }))
  expect([await stream.next(), await stream.next()]).toEqual(['retry: 1000', happened(2)])
  meters.tell(null)
  while ((await stream.next()) !== null) {}
  expect(requests).toEqual(['GET /v1/events'])
})

test('a browser that reads nothing holds one look, and frees that when it goes', async () => {
  const { app, meters, arrivals } = openStream()
  const { body } = await app.request('/')
  for (let number = 1; number <= 10; number += 1) {
    meters.tell(look(`0.${number}`, number))
    await new Promise(resolve => setImmediate(resolve))
  }
  const read: string[] = []
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  while (!read.at(-1)?.includes('"0.10"')) read.push((await reader?.read())?.value ?? '')
  expect(read.length).toBeLessThan(6)
  for (let number = 11; number <= 20; number += 1) meters.tell(look(`0.${number}`, number))
  await reader?.cancel()
  await expect.poll(() => [meters.count(), arrivals.count()]).toEqual([0, 0])
})
