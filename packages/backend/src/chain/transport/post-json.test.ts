import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AnswerTooLate, AnswerTooLong, postJson } from './post-json.ts'

const limits = { millis: 10_000, bytes: 1_000 }

async function serve(listener: RequestListener): Promise<{ url: string; sockets: Socket[] }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  const sockets: Socket[] = []
  server.on('connection', socket => sockets.push(socket))
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sockets }
}

test('posts the bytes as JSON and returns status and text, for any status', async () => {
  const { url } = await serve(async (request, response) => {
    const body = await text(request)
    const { method, headers } = request
    response.statusCode = 503
    response.end(JSON.stringify({ method, type: headers['content-type'], body }))
  })
  expect(await postJson(url, '{"€":1}', limits)).toEqual({
    status: 503,
    text: '{"method":"POST","type":"application/json","body":"{\\"€\\":1}"}',
  })
})

test('does not follow redirects: the request is for this address only', async () => {
  const { url } = await serve((request, response) => {
    response.writeHead(request.url === '/' ? 308 : 200, { location: '/elsewhere' }).end('moved')
  })
  expect(await postJson(url, '{}', limits)).toEqual({ status: 308, text: 'moved' })
})

test('uses one connection again, and another one when it was closed meanwhile', async () => {
  const bodies: string[] = []
  const { url, sockets } = await serve(async (request, response) => {
    const body = await text(request)
    if (body === 'third' && sockets.length === 1) {
      request.socket.destroy()
      return
    }
    bodies.push(body)
    response.end('ok')
  })
  for (const body of ['first', 'second']) await postJson(url, body, limits)
  expect(sockets.length).toBe(1)
  expect(await postJson(url, 'third', limits)).toEqual({ status: 200, text: 'ok' })
  expect([bodies, sockets.length]).toEqual([['first', 'second', 'third'], 2])
})

test('tells apart a late, a long and a broken response', async () => {
  const silent = await serve(() => {})
  await expect(postJson(silent.url, '{}', { ...limits, millis: 20 })).rejects.toThrow(AnswerTooLate)
  const dripping = await serve((_, response) => {
    response.write('{')
  })
  await expect(postJson(dripping.url, '{}', { ...limits, millis: 50 })).rejects.toThrow(AnswerTooLate)
  const long = await serve((_, response) => {
    response.end('x'.repeat(1_001))
  })
  await expect(postJson(long.url, '{}', limits)).rejects.toThrow(AnswerTooLong)
  const full = await serve((_, response) => {
    response.end('x'.repeat(1_000))
  })
  expect((await postJson(full.url, '{}', limits)).text).toHaveLength(1_000)
  const broken = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('half', () => response.socket?.destroy())
  })
  await expect(postJson(broken.url, '{}', limits)).rejects.toMatchObject({ code: 'ECONNRESET' })
})

describe('where Node is told to use the proxies of the environment', () => {
  const throughProxy = async (target: string) => {
    const { url: proxy } = await serve((request, response) => response.end(`proxied ${request.url}`))
    const program = `import(${JSON.stringify(import.meta.resolve('./post-json.ts'))})
    .then(({ postJson }) => postJson(${JSON.stringify(target)}, '{}', ${JSON.stringify(limits)}))
    .then(({ text }) => console.log(text))`
    const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, NO_PROXY: '', no_proxy: '' }
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { env })
    return stdout.trim()
  }

  test('a request goes through them', async () => {
    expect(await throughProxy('http://rpc.provider.example/key')).toBe(
      'proxied http://rpc.provider.example/key',
    )
  })

  test('a request to this machine itself goes through none', async () => {
    const { url } = await serve((_, response) => response.end('direct'))
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST', 'me:word@localhost'])
      expect(await throughProxy(url.replace('127.0.0.1', host))).toBe('direct')
    for (const other of ['http://127.0.0.1.rpc.example/', 'http://localhost:word@rpc.example/'])
      expect(await throughProxy(other)).toMatch(/^proxied http:/)
  })
})
