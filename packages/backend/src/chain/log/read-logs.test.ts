import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { ChainError } from '../chain-error.ts'
import { createChainClient } from '../transport/chain-client.ts'
import { Endpoints } from '../transport/endpoints.ts'
import type { RpcQuestion } from '../transport/rpc-provider.ts'
import { RpcRejection } from '../transport/rpc-rejection.ts'
import { createLogReader, type LogFilter } from './read-logs.ts'

const FILTER: LogFilter = {
  address: '0x00000000000000000000000000000000000000e5',
  topics: [],
  fromBlock: 1,
  toBlock: 100,
}

/** A reader of up to 1,000 blocks at once, and the lengths that its endpoint was asked for. */
function readerOf(refuses: (length: number) => boolean, code = -32_005) {
  const lengths: number[] = []
  const client = createChainClient({
    request: async <T>({ method, params = [] }: RpcQuestion) => {
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      const length = Number(toBlock) - Number(fromBlock) + 1
      lengths.push(length)
      if (refuses(length)) throw new RpcRejection(method, { code, text: 'limit exceeded' })
      return [] as T
    },
  })
  const reader = createLogReader(1_000)
  const read = (blocks: number) => {
    lengths.length = 0
    return reader.read(client, { ...FILTER, toBlock: blocks })
  }
  return { read, lengths }
}

test.each([-32_000, -32_005, -32_602, -32_614])(
  'a range that is refused with %i is halved, and read in parts of the length that was accepted',
  async code => {
    const { read, lengths } = readerOf(length => length > 30, code)
    await read(100)
    expect(lengths).toEqual([100, 50, 25, 25, 25, 25])
    await read(50)
    expect(lengths).toEqual([25, 25])
  },
)

test('behaviour: an endpoint that refused one block, too, limits something else, and is asked for a long range again', async () => {
  let limited = true
  const { read, lengths } = readerOf(() => limited)
  await expect(read(66)).rejects.toMatchObject({ rpcCode: -32_005 })
  expect(lengths).toEqual([66, 33, 16, 8, 4, 2, 1])
  limited = false
  await read(66)
  expect(lengths).toEqual([66])
})

test('one refused block at the end of a range takes back nothing of the learnt length', async () => {
  let limited = false
  const { read, lengths } = readerOf(length => limited || length > 30)
  await read(100)
  limited = true
  await expect(read(1)).rejects.toMatchObject({ rpcCode: -32_005 })
  limited = false
  await read(50)
  expect(lengths).toEqual([25, 25])
})

test.each<[string, () => Error]>([
  ['a gateway that fails', () => new ChainError('unreachable', 'HTTP status 504')],
  ['silence', () => new ChainError('timeout', 'late')],
])('behaviour: after %s the next call goes on with half of the range', async (_, failure) => {
  const lengths: number[] = []
  const client = createChainClient({
    request: async <T>({ params = [] }: RpcQuestion) => {
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      lengths.push(Number(toBlock) - Number(fromBlock) + 1)
      if ((lengths.at(-1) as number) > 30) throw failure()
      return [] as T
    },
  })
  const reader = createLogReader(1_000)
  for (let time = 0; time < 2; time += 1)
    await expect(reader.read(client, FILTER)).rejects.toBeInstanceOf(ChainError)
  await reader.read(client, FILTER)
  expect(lengths).toEqual([100, 50, 25, 25, 25, 25])
})

test('a range whose answer is too long to be read is halved, too', async () => {
  const lengths: number[] = []
  const server = createServer(async (request, response) => {
    const { id, params } = JSON.parse(await text(request))
    const [{ fromBlock, toBlock }] = params
    const length = Number(toBlock) - Number(fromBlock) + 1
    lengths.push(length)
    const padding = ' '.repeat(length > 30 ? 17 * 1024 * 1024 : 0)
    response.end(`${JSON.stringify({ jsonrpc: '2.0', id, result: [] })}${padding}`)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // A busy machine may need long to read so much, and an answer that comes late is another case.
  const endpoints = new Endpoints([url], { timeoutMs: 60_000 })
  const reader = createLogReader(1_000)
  await endpoints.onOne(one => reader.read(createChainClient(one), FILTER))
  expect(lengths).toEqual([100, 50, 25, 25, 25, 25])
})

test('behaviour: a log that an endpoint repeats is found once', async () => {
  const log = (logIndex: string) => ({ blockHash: `0x${'ab'.repeat(32)}`, logIndex, removed: false })
  const client = createChainClient({
    request: async <T>() => [log('0x0'), log('0x1'), log('0x0'), log('0x00')] as T,
  })
  const found = await createLogReader(1_000).read(client, FILTER)
  expect(found.map(({ logIndex }) => Number(logIndex))).toEqual([0, 1])
})
