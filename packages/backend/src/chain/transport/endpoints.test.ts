import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ChainError } from '../chain-error.ts'
import { Endpoints } from './endpoints.ts'
import { RpcRejection } from './rpc-rejection.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answering = (body: unknown, status = 200) =>
  serve((_request, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
  )

test('sends JSON-RPC 2.0 and answers with the result', async () => {
  const bodies: unknown[] = []
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.end(`{"jsonrpc":"2.0","id":${bodies.length},"result":"0x01"}`)
  })
  const rpc = new Endpoints([url])
  expect(await rpc.request({ method: 'eth_call', params: [{ to: '0x' }, 'latest'] })).toBe('0x01')
  expect(await rpc.request({ method: 'eth_chainId' })).toBe('0x01')
  expect(bodies).toEqual([
    { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: '0x' }, 'latest'] },
    { jsonrpc: '2.0', id: 2, method: 'eth_chainId', params: [] },
  ])
})

test('the next endpoint is asked when one does not answer or refuses, not when a call has reverted', async () => {
  const good = await answering({ result: '0x2' })
  for (const bad of [
    'http://127.0.0.1:1',
    await answering({ error: {} }, 429),
    await answering('<html>', 502),
    await answering({ error: { code: -32_000, message: 'invalid key' } }, 401),
    await answering({ error: { code: -32_000, message: 'quota' } }, 403),
    await answering({ error: { code: -32_016, message: 'over the rate limit' } }),
    await answering({ error: 'capacity of this app is used up' }),
    await answering({ error: { code: 3, message: 'invalid argument' } }),
  ])
    expect(await new Endpoints([bad, good]).request({ method: 'eth_chainId' })).toBe('0x2')
  const refusing = await answering({ error: { code: 3, message: 'execution reverted', data: '0x1234' } })
  await expect(new Endpoints([refusing, good]).request({ method: 'eth_call' })).rejects.toMatchObject({
    name: 'ChainError',
    code: 'rejected',
    rpcCode: 3,
    reverted: '0x1234',
  })
})

test('error: an endpoint that answers another request is passed over', async () => {
  const good = await answering({ id: '1', result: '0x2' })
  for (const id of [2, '', 'one'])
    expect(
      await new Endpoints([await answering({ id, result: '0x1' }), good]).request({ method: 'eth_chainId' }),
    ).toBe('0x2')
  const error = { code: 3, message: 'execution reverted', data: '0x1234' }
  const others = new Endpoints([await answering({ id: 999, error }), await answering({ result: '0x02' })])
  expect(await others.request({ method: 'eth_call' })).toBe('0x02')
})

test('error: an endpoint whose logs are not those of the filter is passed over', async () => {
  const [address, topic, other] = [`0x${'e5'.repeat(20)}`, `0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`]
  const place = { blockNumber: '0x5', blockHash: other, transactionHash: other, logIndex: '0x0' }
  const log = { address, topics: [topic, other], data: '0x', ...place }
  const filter = {
    address: `0x${'E5'.repeat(20)}`,
    topics: [[other, topic], null],
    fromBlock: '0x4',
    toBlock: '0x5',
  }
  const good = await answering({ result: [log] })
  for (const wrong of [
    { address: `0x${'e6'.repeat(20)}` },
    { topics: [`0x${'cc'.repeat(32)}`, other] },
    { topics: [] },
    { blockNumber: '0x3' },
    { blockNumber: '0x6' },
    { blockHash: `0x${'BB'.repeat(32)}` },
  ]) {
    const bad = await answering({ result: [log, { ...log, ...wrong }] })
    const found = await new Endpoints([bad, good]).request({ method: 'eth_getLogs', params: [filter] })
    expect(found).toEqual([log])
  }
})

test('error: a page in place of an answer is said to be no JSON-RPC', async () => {
  const page = await answering('<html>Welcome</html>')
  await expect(new Endpoints([page]).request({ method: 'eth_chainId' })).rejects.toMatchObject({
    code: 'unreachable',
    message: "eth_chainId: the endpoint's answer is not JSON-RPC (HTTP status 200)",
  })
})

test('error: an endpoint that gives another block than the requested one is passed over', async () => {
  const [hash, other] = [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`]
  const block = { number: '0xbb', hash, timestamp: '0x1' }
  const good = await answering({ result: block })
  const give = async (wrong: Record<string, string>, method: string, which: string) => {
    const bad = await answering({ result: { ...block, ...wrong } })
    return new Endpoints([bad, good]).request({ method, params: [which, false] })
  }
  expect(await give({ hash: other }, 'eth_getBlockByHash', hash)).toEqual(block)
  expect(await give({ number: '0xbc' }, 'eth_getBlockByNumber', '0xbb')).toEqual(block)
  expect(await give({ number: '0xbc' }, 'eth_getBlockByNumber', 'safe')).toEqual({ ...block, number: '0xbc' })
})

test('a node’s refusal in HTTP 500 and 501 is a refusal, and in the answers of gateways none', async () => {
  const codeIn = async (status: number, error: unknown) => {
    const url = await answering({ error }, status)
    return new Endpoints([url]).request({ method: 'eth_call' }).catch(({ code }) => code)
  }
  const refusal = { code: -32_000, message: 'pending state is not available' }
  expect(await Promise.all([500, 501].map(status => codeIn(status, refusal)))).toEqual(['refused', 'refused'])
  const others = [401, 429, 502, 503, 504].map(status => codeIn(status, refusal))
  expect(new Set(await Promise.all(others))).toEqual(new Set(['unreachable']))
  expect(await codeIn(500, null)).toBe('unreachable')
})

test('behaviour: an endpoint that failed is asked last for half a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    let troubled = true
    let asked = 0
    const first = await serve((_request, response) => {
      asked += 1
      response.writeHead(troubled ? 503 : 200).end('{"result":"0x1"}')
    })
    const rpc = new Endpoints([first, await answering({ result: '0x2' })])
    const ask = () => rpc.request({ method: 'eth_chainId' })
    const together = Array.from({ length: 10 }, ask)
    expect(await Promise.all(together)).toEqual(together.map(() => '0x2'))
    vi.advanceTimersByTime(29_999)
    expect([await ask(), asked]).toEqual(['0x2', 10])
    vi.advanceTimersByTime(1)
    expect([await ask(), asked]).toEqual(['0x2', 11])
    troubled = false
    vi.advanceTimersByTime(30_000)
    expect([await ask(), asked]).toEqual(['0x1', 12])
  } finally {
    vi.useRealTimers()
  }
})

describe('work that every endpoint is given', () => {
  const silent = () => serve(() => undefined)
  const refusing = () => answering({ error: { code: -32_000, message: 'no' } })
  const limited = () => answering({ error: { code: -32_005, message: 'limit' } })
  const give = async (urls: string[]) =>
    new Endpoints(urls).onEvery(one => one.request({ method: 'eth_sendRawTransaction' }))

  test('behaviour: reaches all, and the first success counts, after any silence or refusal', async () => {
    const asked: number[] = []
    const noting = (place: number) =>
      serve((_request, response) => {
        asked.push(place)
        response.end(JSON.stringify({ result: `0x${'1'.repeat(64)}` }))
      })
    expect(await give([await silent(), await refusing(), await noting(1), await noting(2)])).toMatch(/^0x1/)
    await expect.poll(() => asked.toSorted()).toEqual([1, 2])
  })

  test('error: without a success, a refusal says more than silence', async () => {
    await expect(give([await limited(), 'http://127.0.0.1:1'])).rejects.toMatchObject({ rpcCode: -32_005 })
    await expect(give(['http://127.0.0.1:1', await limited()])).rejects.toMatchObject({ rpcCode: -32_005 })
    await expect(give([])).rejects.toMatchObject({ code: 'unreachable' })
    const failures = [new ChainError('timeout', 'late'), new ChainError('nonce_taken', 'used')]
    const rpc = new Endpoints(failures.map(() => 'http://127.0.0.1:1'))
    const failing = () => Promise.reject(failures.pop())
    await expect(rpc.onEvery(failing)).rejects.toMatchObject({ code: 'nonce_taken' })
  })
})

test('tells an unreachable endpoint from a slow one, without naming it', async () => {
  const silent = await serve(() => undefined)
  await expect(
    new Endpoints([silent], { timeoutMs: 20 }).request({ method: 'eth_chainId' }),
  ).rejects.toMatchObject({
    code: 'timeout',
    message: 'eth_chainId: the chain took too long to answer',
  })
  await expect(
    new Endpoints(['http://127.0.0.1:1/secret']).request({ method: 'eth_chainId' }),
  ).rejects.toMatchObject({
    code: 'unreachable',
    message: 'eth_chainId: the chain cannot be reached',
  })
  await expect(new Endpoints([]).request({ method: 'eth_chainId' })).rejects.toMatchObject({
    code: 'unreachable',
  })
})

test('an endpoint has ten seconds for a response', async () => {
  const asked = Promise.withResolvers<void>()
  const silent = await serve(() => asked.resolve())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let code: string | null = null
  const answer = new Endpoints([silent]).request({ method: 'eth_chainId' }).catch(error => {
    code = error.code
  })
  await asked.promise
  await vi.advanceTimersByTimeAsync(9_999)
  expect(code).toBeNull()
  vi.advanceTimersByTime(1)
  await answer
  expect(code).toBe('timeout')
})

test('a body that breaks off in time-out is late too', async () => {
  const stuck = await serve((_request, response) => void response.writeHead(200).write('{"result":'))
  await expect(
    new Endpoints([stuck], { timeoutMs: 50 }).request({ method: 'eth_chainId' }),
  ).rejects.toMatchObject({
    code: 'timeout',
  })
})

test('error: an endpoint’s message is repeated without the key in its address', async () => {
  const url = await answering({
    error: {
      code: -32_000,
      message: 'project S3cr3tPath of token-in-query (S3CR3TPATH) is over its quota in v2',
      data: { project: 'S3cr3tPath', seen: ['token-in-query', 7, null], revert: '0x1234' },
    },
  })
  const rpc = new Endpoints([`${url}/v2/S3cr3tPath?token=token-in-query`])
  const refusal = await rpc.request({ method: 'eth_call' }).then(
    () => new RpcRejection('', { code: 0, text: 'was taken' }),
    (error: RpcRejection) => error,
  )
  expect(refusal.message).toBe(
    'eth_call was refused (-32000): project [redacted] of [redacted] ([redacted]) is over its quota in v2',
  )
  const whole = JSON.stringify(refusal, Object.getOwnPropertyNames(refusal))
  expect(whole).not.toMatch(/s3cr3tpath|token-in-query/i)
})
