import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { deadUrl, startReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { createSendWebhook } from './send-webhook.ts'

const never = new AbortController().signal
const local = createSendWebhook({ ports: null })
const request = (url: string) => ({ url, headers: { 'webhook-id': 'evt_1' }, body: '{"a":"é"}' })

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
async function receiver(...parameters: Parameters<typeof startReceiver>): Promise<WebhookReceiver> {
  const started = await startReceiver(...parameters)
  closers.push(started.close)
  return started
}

test('default: posts the bytes as they are, without keeping the connection', async () => {
  const { url, received } = await receiver()
  expect(await local(request(`${url}/hooks?shop=1`), never)).toEqual({ status: 200 })
  expect(received).toEqual([
    {
      path: '/hooks?shop=1',
      headers: {
        host: url.slice('http://'.length),
        'webhook-id': 'evt_1',
        'content-length': '10',
        connection: 'close',
      },
      payload: '{"a":"é"}',
    },
  ])
})

test('behaviour: a redirect is a response and is not followed', async () => {
  const elsewhere = await receiver()
  const { url } = await receiver(response => response.writeHead(307, { location: elsewhere.url }).end())
  expect(await local(request(url), never)).toEqual({ status: 307 })
  expect(elsewhere.received).toEqual([])
})

test.each([
  ['120', 120_000],
  [new Date(Date.now() + 3_600_000).toUTCString(), 3_600_000],
  [new Date(Date.now() - 3_600_000).toUTCString(), undefined],
  ['3600.5', 3_600_500],
  ['3600-5', undefined],
  ['soon', undefined],
  ['-5', undefined],
])('behaviour: an answer that asks with Retry-After: %s is waited for so long', async (header, millis) => {
  const { url } = await receiver(response => response.writeHead(429, { 'retry-after': header }).end())
  const outcome = (await local(request(url), never)) as { status: number; retryAfter?: number }
  expect(outcome.status).toBe(429)
  if (millis === undefined) expect(outcome.retryAfter).toBeUndefined()
  else expect(Math.abs((outcome.retryAfter ?? 0) - millis)).toBeLessThan(10_000)
})

test('behaviour: an endless answer is cut off, its status counts', async () => {
  const { url } = await receiver(response => {
    response.writeHead(200)
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    }
    response.on('drain', pour)
    pour()
  })
  expect(await local(request(url), never)).toEqual({ status: 200 })
})

test('behaviour: an answer whose body never ends is waited for as long as one attempt, its status counts', async () => {
  const { url } = await receiver(response => response.writeHead(204 + 1).write('…'))
  const send = createSendWebhook({ ports: null, attemptMillis: 1_000 })
  expect(await send(request(url), never)).toEqual({ status: 205 })
})

test('error: no response in time, no listener, a cut connection, an invalid response', async () => {
  const silent = await receiver('hold')
  const cutting = await receiver(response => response.destroy())
  const upgrading = await rawServer(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  )
  const babbling = await rawServer('SSH-2.0-OpenSSH_9.2\r\n')
  const send = createSendWebhook({ ports: null, attemptMillis: 100 })
  expect(await send(request(silent.url), never)).toEqual({ failure: 'timeout' })
  for (const url of [await deadUrl(), cutting.url, upgrading, babbling]) {
    expect([url, await local(request(url), never)]).toEqual([url, { failure: 'connection_failed' }])
  }
})

test('behaviour: a stopping service lets go and calls it nothing', async () => {
  const silent = await receiver('hold')
  const stop = new AbortController()
  const sending = local(request(silent.url), stop.signal)
  await expect.poll(() => silent.received.length).toBe(1)
  stop.abort()
  expect(await sending).toEqual({ aborted: true })
})

test('behaviour: connects to the addresses it looked up once, under the name it was given', async () => {
  const { url, port, received } = await receiver()
  const asked: string[] = []
  const send = createSendWebhook({
    ports: null,
    resolve: async name => {
      asked.push(name)
      return [{ address: '127.0.0.1', family: 4 }]
    },
  })
  expect(await send(request(url.replace('127.0.0.1', 'hooks.shop.example')), never)).toEqual({ status: 200 })
  expect(asked).toEqual(['hooks.shop.example'])
  expect(received[0]?.headers.host).toBe(`hooks.shop.example:${port}`)
})

test.each([[['10.0.0.7']], [['169.254.169.254']], [['fd00::1']], [['8.8.8.8', '127.0.0.1']]])(
  'error: outside local mode a name that leads to %j is refused unasked',
  async addresses => {
    const { port, received } = await receiver()
    const send = createSendWebhook({
      ports: [port],
      resolve: async () => addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    })
    expect(await send(request(`https://hooks.shop.example:${port}/`), never)).toEqual({
      failure: 'address_refused',
    })
    expect(received).toEqual([])
  },
)

test('error: outside local mode http and private hosts are refused without a look-up', async () => {
  const { url, received } = await receiver()
  const resolve = async () => expect.unreachable()
  const send = createSendWebhook({ ports: [443], resolve })
  for (const target of [url, 'http://shop.example/', 'https://localhost/', 'https://[::1]/']) {
    expect([target, await send(request(target), never)]).toEqual([target, { failure: 'address_refused' }])
  }
  expect(received).toEqual([])
})

test('error: a name that leads nowhere, or whose look-up never ends', async () => {
  const nowhere = createSendWebhook({ ports: null, resolve: () => Promise.reject(new Error('ENOTFOUND')) })
  expect(await nowhere(request('http://shop.example/'), never)).toEqual({ failure: 'name_unresolved' })
  const empty = createSendWebhook({ ports: null, resolve: async () => [] })
  expect(await empty(request('http://shop.example/'), never)).toEqual({ failure: 'name_unresolved' })
  const endless = createSendWebhook({ ports: null, attemptMillis: 50, resolve: () => new Promise(() => {}) })
  expect(await endless(request('http://shop.example/'), never)).toEqual({ failure: 'timeout' })
})

/** A server that sends one text to every client. */
async function rawServer(text: string): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => {}).resume()
    socket.write(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise(resolve => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}
