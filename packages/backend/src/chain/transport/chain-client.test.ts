import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { BaseError, encodeErrorResult, parseAbi } from 'viem'
import { call, getBlock, getCode, readContract } from 'viem/actions'
import { expect, onTestFinished, test } from 'vitest'
import { ChainError, toChainError } from '../chain-error.ts'
import { createChainClient } from './chain-client.ts'
import { Endpoints } from './endpoints.ts'
import type { RpcQuestion } from './rpc-provider.ts'

const KEY = 'S3cr3tOfAnAddress'
const TOKEN = '0x00000000000000000000000000000000000000aa'
const TRANSFERS = {
  address: TOKEN,
  abi: parseAbi(['function isTransferPaused() view returns (bool)']),
  functionName: 'isTransferPaused',
} as const

/** A client of an endpoint with a key in its address, and the requests it got. */
async function clientOf(answer: (question: RpcQuestion, url: string) => object) {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const question = (await json(request)) as RpcQuestion
    asked.push(question.method)
    response.end(JSON.stringify(answer(question, url)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/${KEY}`
  return { client: createChainClient(new Endpoints([url])), asked }
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    error => error,
  )

test('a question is asked once: not again when it fails, and for each who asks', async () => {
  const { client, asked } = await clientOf(() => ({ error: { code: -32_603, message: 'busy' } }))
  const questions = [1, 1].map(() => failureOf(getBlock(client, { blockNumber: 1n })))
  for (const failure of await Promise.all(questions)) expect(failure).toMatchObject({ rpcCode: -32_603 })
  expect(asked).toEqual(['eth_getBlockByNumber', 'eth_getBlockByNumber'])
  expect(await failureOf(call(client, { to: TOKEN }))).toBeInstanceOf(BaseError)
  expect(asked).toHaveLength(3)
})

test('a contract that sends its callers to a server of its choice (ERC-3668) has reverted', async () => {
  const abi = parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)'])
  const { client, asked } = await clientOf((_, url) => {
    const args = [TOKEN, [url], '0x', '0x12345678', '0x'] as const
    return { error: { code: 3, message: 'no', data: encodeErrorResult({ abi, args }) } }
  })
  expect(toChainError(await failureOf(call(client, { to: TOKEN })))).toMatchObject({ rpcCode: 3 })
  expect(asked).toEqual(['eth_call'])
})

test('error: viem’s wrappers around a failure are removed, and the key is in none of it', async () => {
  const said = { code: -32_000, message: `project ${KEY} is over its quota`, data: { project: KEY } }
  const refusing = await clientOf(() => ({ error: said }))
  const senseless = await clientOf(({ method }) => ({ result: method === 'eth_call' ? '0x01' : 7 }))
  const failures = await Promise.all([
    failureOf(call(refusing.client, { to: TOKEN, data: '0x12' })),
    failureOf(readContract(refusing.client, TRANSFERS)),
    failureOf(getCode(senseless.client, { address: TOKEN })),
    failureOf(readContract(senseless.client, TRANSFERS)),
  ])
  expect(failures.map(toChainError)).toMatchObject([
    {
      code: 'refused',
      rpcCode: -32_000,
      message: 'eth_call was refused (-32000): project [redacted] is over its quota',
    },
    { code: 'refused', rpcCode: -32_000 },
    { code: 'unreachable', message: "eth_getCode: the endpoint's answer makes no sense" },
    { code: 'rejected', message: 'the chain gave an answer that makes no sense' },
  ])
  for (const failure of failures) {
    expect(toChainError(failure)).toBeInstanceOf(ChainError)
    expect(inspect([failure, toChainError(failure)], { depth: null })).not.toMatch(KEY)
  }
})
