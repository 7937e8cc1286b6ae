import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { errorEnvelopeSchema } from '@per-second/protocol/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/test-service.ts'
import { trackInFlight } from './in-flight.ts'
import { createRefuseHttp, refuseBrokenHttp } from './refuse-broken-http.ts'

let service: TestService
let server: Server
beforeAll(async () => {
  service = await startTestService()
  const refuse = createRefuseHttp(service.deps)
  const { listener } = trackInFlight(service.app.fetch, { newId: service.deps.newId, refuse })
  server = createServer({ requireHostHeader: false }, listener)
  refuseBrokenHttp(server, refuse)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await service.close()
})

/** Sends bytes as they are and reads until the other side closes. */
function send(bytes: string): Promise<{ status: number; headers: string; body: string }> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', chunk => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [headers = '', body = ''] = answer.split('\r\n\r\n')
      resolve({ status: Number(headers.split(' ')[1]), headers, body })
    })
  })
}

const auth = () => `Authorization: Bearer ${service.testKey}\r\n`

describe('requests that Node refuses before the app', () => {
  it.each([
    ['broken HTTP', 'NONSENSE\r\n\r\n'],
    ['oversized headers', `GET /v1/products HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['both lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a host that is none', 'GET /v1/products HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['no host', 'GET /v1/products HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['an expectation we do not meet', 'POST /v1/products HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n'],
    ['a tunnel', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('%s has the envelope', async (_, bytes) => {
    const { status, headers, body } = await send(bytes)
    expect(status).toBe(400)
    expect(errorEnvelopeSchema.parse(JSON.parse(body)).error.code).toBe('http_invalid')
    expect(headers.toLowerCase()).toMatch(/request-id: req_/)
    expect(headers.toLowerCase()).toMatch(/billing-version: 2026-09-06/)
  })

  it('leaves a body that is too large unread', async () => {
    const { status, body } = await send(
      `POST /v1/products HTTP/1.1\r\nHost: a\r\n${auth()}Content-Type: application/json\r\nContent-Length: 10000000\r\nConnection: close\r\n\r\n{`,
    )
    expect([status, JSON.parse(body).error.code]).toEqual([400, 'body_too_large'])
  })

  it('counts a body that did not say how long it is', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    const { status, body } = await send(
      `POST /v1/products HTTP/1.1\r\nHost: a\r\n${auth()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(5)}`,
    )
    expect([status, body.includes('body_too_large')]).toEqual([400, true])
  })

  it('refuses an Idempotency-Key that was sent twice', async () => {
    const json = '{"name":"a","rate_usd_per_second":"1"}'
    const { body } = await send(
      `POST /v1/products HTTP/1.1\r\nHost: a\r\n${auth()}Idempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\nConnection: close\r\n\r\n${json}`,
    )
    expect(body).toContain('idempotency_key_invalid')
  })

  it.each(['backend.1', '1.2.3.4.5'])('answers under the host %s, which is no URL’s', async host => {
    const close = 'Connection: close\r\n\r\n'
    const { status } = await send(`GET /v1/products?limit=1 HTTP/1.1\r\nHost: ${host}\r\n${auth()}${close}`)
    expect(status).toBe(200)
  })

  it('cuts the connection when an answer is to be lost', async () => {
    service.deps.faults.set({ kind: 'lost_response', count: 1, path: null, merchant: null })
    const { headers } = await send(`GET /v1/products HTTP/1.1\r\nHost: a\r\n${auth()}\r\n`)
    expect(headers).toBe('')
    const next = await send(`GET /v1/products HTTP/1.1\r\nHost: a\r\n${auth()}Connection: close\r\n\r\n`)
    expect(next.status).toBe(200)
  })
})

it.each([
  ['at once', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 0],
  ['when it has its answer', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 1],
  ['at once, of broken HTTP', 'NONSENSE\r\n\r\n', 0],
  ['when it has its answer, of broken HTTP', 'NONSENSE\r\n\r\n', 1],
])('a refused connection that is reset %s harms no other', async (_, bytes, answers) => {
  const connections = promisify(server.getConnections).bind(server)
  for (let time = 0; time < 20; time += 1) {
    const socket = connect({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      allowHalfOpen: true,
    })
    await once(socket, 'connect')
    socket.write(bytes)
    if (answers > 0) await once(socket, 'data')
    socket.resetAndDestroy()
  }
  await expect.poll(() => connections()).toBe(0)
  expect((await send('NONSENSE\r\n\r\n')).status).toBe(400)
})

it('a refused connection is cut although its other end does not leave', async () => {
  const { port } = server.address() as AddressInfo
  const connections = promisify(server.getConnections).bind(server)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.resume()
  socket.write('NONSENSE\r\n\r\n')
  await once(socket, 'end')
  expect(await connections()).toBeGreaterThan(0)
  await expect.poll(() => connections()).toBe(0)
  socket.destroy()
})
