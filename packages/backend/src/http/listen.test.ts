import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { createIds } from '../domain/id.ts'
import { OptionError } from '../options/option-error.ts'
import type { Fetch } from './in-flight.ts'
import { listen } from './listen.ts'

const deps = { newId: createIds(Date.now), log: pino({ enabled: false }) }
const listenTo = (fetch: Fetch, port = 0, host = '127.0.0.1') => listen({ fetch, port, host }, deps)

/** A server that reports every request before it responds. */
async function serverOver(answer: (request: Request) => Promise<Response>) {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  const fetch: Fetch = request => {
    resolve()
    return answer(request)
  }
  return { server: await listenTo(fetch), reached }
}

function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
  })
}

/** All data until the other end closes the connection. */
async function readAll(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: service\r\n\r\n'

test.each([
  ['GET / HTTP/1.0\r\n\r\n', 200],
  ['GET / HTTP/1.0\r\nHost:\r\n\r\n', 200],
  ['GET / HTTP/1.0\r\nHost: service\r\n\r\n', 200],
  ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
])('HTTP/1.0, as health checks speak it, needs no Host: %j', async (request, status) => {
  const { server } = await serverOver(async () => new Response('well'))
  const socket = await open(server.url)
  socket.write(request)
  expect(await readAll(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  await server.close()
})

test('a request that still waits when the service ends is answered with 503, and when to try again', async () => {
  const { server, reached } = await serverOver(() => new Promise(() => {}))
  const waiting = new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(server.url, resolve).on('error', reject).end()
  })
  await reached
  const closed = server.close()
  const answer = await waiting
  expect([answer.statusCode, answer.headers]).toEqual([
    503,
    expect.objectContaining({
      'retry-after': '1',
      'content-type': 'application/json',
      'request-id': expect.stringMatching(/^req_/),
      connection: 'close',
    }),
  ])
  let body = ''
  for await (const chunk of answer) body += chunk
  expect(JSON.parse(body)).toEqual({
    error: { type: 'api_error', code: 'internal_error', message: expect.stringContaining('try again') },
  })
  await closed
})

test('a request that is answered while the service ends gets its own answer, the last one on its connection', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<Response>()
  const { server, reached } = await serverOver(() => promise)
  const socket = await open(server.url)
  socket.write(REQUEST)
  await reached
  const closed = server.close()
  answer(new Response('its own'))
  const text = await readAll(socket)
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(text).toMatch(/\r\nconnection: close\r\n/i)
  expect(text).toMatch(/its own/)
  await closed
})

test('a request that has arrived on an open connection when the service ends is answered', async () => {
  const { server } = await serverOver(async () => new Response('heard'))
  const socket = await open(server.url)
  socket.write(REQUEST)
  await firstChunk(socket)
  // The server has not read it yet: both ends are on this thread.
  socket.write(REQUEST)
  const closed = server.close()
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n(.*\r\n)*connection: close\r\n/i)
  await closed
})

test('an idle connection stays open well beyond the announced time', async () => {
  const sockets: Socket[] = []
  const server = await listenTo((_request, env) => {
    sockets.push((env as { incoming: IncomingMessage }).incoming.socket)
    return new Response('heard')
  })
  const socket = await open(server.url)
  socket.write(REQUEST)
  const [, seconds] = /\r\nkeep-alive: timeout=(\d+)/i.exec(String(await firstChunk(socket))) ?? []
  await expect.poll(() => sockets[0]?.timeout).toBe(Number(seconds) * 1_000 + 10_000)
  socket.end()
  await server.close()
})

function firstChunk(socket: Socket): Promise<Buffer> {
  return new Promise(resolve => socket.once('data', resolve))
}

test('a connection that sends and does not wait has 32 requests under way, and is answered in order all the same', async () => {
  const { promise: go, resolve: letGo } = Promise.withResolvers<void>()
  let begun = 0
  const { server, reached } = await serverOver(async request => {
    begun += 1
    await go
    return new Response(`${new URL(request.url).pathname}\n`)
  })
  const socket = await open(server.url)
  const count = 2_000
  const requests = Array.from(
    { length: count },
    (_, index) => `GET /${index} HTTP/1.1\r\nHost: service\r\n\r\n`,
  )
  socket.write(
    `${requests.slice(0, -1).join('')}GET /${count - 1} HTTP/1.1\r\nHost: service\r\nConnection: close\r\n\r\n`,
  )
  await reached
  expect(begun).toBeLessThanOrEqual(32)
  letGo()
  const text = await readAll(socket)
  await server.close()
  const statuses = text.match(/HTTP\/1\.1 \d+/g) ?? []
  expect(statuses).toHaveLength(count)
  expect([...new Set(statuses)].toSorted()).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503'])
  const answered = (text.match(/^\/\d+$/gm) ?? []).map(path => Number(path.slice(1)))
  expect(answered).toEqual(answered.toSorted((a, b) => a - b))
  expect(answered).toHaveLength(begun)
})

test('two thousand requests that wait keep no other out', async () => {
  const { promise: go, resolve: letGo } = Promise.withResolvers<void>()
  let begun = 0
  const { server } = await serverOver(async request => {
    if (new URL(request.url).pathname === '/healthz') return new Response(null, { status: 204 })
    begun += 1
    await go
    return new Response(null, { status: 204 })
  })
  const send = async (text: string) => {
    const socket = await open(server.url)
    socket.write(text)
    return socket
  }
  const waiting = await Promise.all(Array.from({ length: 2_000 / 25 }, () => send(REQUEST.repeat(25))))
  await expect.poll(() => begun).toBe(2_000)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(204)
  letGo()
  await Promise.all(waiting.map(firstChunk))
  for (const socket of waiting) socket.destroy()
  await server.close()
})

test('a response after the end of its request is not sent, and no fault is logged', async () => {
  const told = vi.spyOn(console, 'error')
  const { promise: go, resolve: letGo } = Promise.withResolvers<void>()
  const { server, reached } = await serverOver(async () => {
    await go
    return new Response('too late')
  })
  const socket = await open(server.url)
  socket.write(REQUEST)
  await reached
  const closed = server.close()
  const text = readAll(socket)
  await firstChunk(socket)
  letGo()
  expect((await text).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 503'])
  await closed
  expect(told).not.toHaveBeenCalled()
  told.mockRestore()
})

test.each(['fe80::1', 'no-such-host.invalid', '127.0.0.1:80', '[::1]'])(
  'error: %s is no address to listen on',
  async host => {
    const refused = listenTo(() => new Response(''), 0, host)
    await expect(refused).rejects.toThrow(
      new OptionError(`${host} is not an address of this machine. Choose another with --host.`),
    )
  },
)

test('error: a port that is taken', async () => {
  const first = await listenTo(() => new Response(''))
  const port = Number(new URL(first.url).port)
  await expect(listenTo(() => new Response(''), port)).rejects.toThrow(
    new OptionError(`Port ${port} is taken. Choose another with --port, or 0 for any free one.`),
  )
  await first.close()
})
