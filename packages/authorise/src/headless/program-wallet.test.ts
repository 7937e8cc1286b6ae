import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { custom, http, numberToHex, webSocket } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { CHAIN, TERMS } from '../../test/fixtures.ts'
import { programWallet } from './program-wallet.ts'

const account = {
  address: CHAIN.operator,
  type: 'local' as const,
  signTypedData: async () => '0x' as const,
}

test('error: a chain without an endpoint is told, with the option that names one', async () => {
  const chain = { ...CHAIN, chain_id: 421_614, rpc_urls: [] }
  await expect(programWallet(account, { chain, transport: undefined })).rejects.toMatchObject({
    code: 'parameter_invalid',
    field: 'chain',
    message: 'chain must be { transport }: nothing names an RPC endpoint of chain 421614.',
  })
})

/** An endpoint of these answers: a status, or the error of every request but that for the chain. */
async function endpoint(answer: number | { code: number; message: string }) {
  const server = createServer(async (request, response) => {
    if (typeof answer === 'number') return response.writeHead(answer).end('no')
    let body = ''
    for await (const chunk of request) body += chunk
    const { id, method } = JSON.parse(body)
    const said = method === 'eth_chainId' ? { result: numberToHex(CHAIN.chain_id) } : { error: answer }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...said }))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  return { transport: http(`http://127.0.0.1:${port}/k3y`), close }
}

test('error: an endpoint that fails is told as the endpoint, without its address', async () => {
  const message = 'The chain’s RPC endpoint could not be reached or read.'
  const { transport, close } = await endpoint(401)
  const refusal = { code: 'wallet_failed', message }
  await expect(programWallet(account, { chain: CHAIN, transport })).rejects.toMatchObject(refusal)
  close()
  await expect(programWallet(account, { chain: CHAIN, transport })).rejects.toMatchObject(refusal)
})

test.each([
  ['a refused connection', webSocket('ws://127.0.0.1:1/k3y', { retryCount: 0, reconnect: false })],
  [
    'an error of the program’s own',
    custom({ request: async () => Promise.reject(new Error('fetch https://x/k3y')) }),
  ],
])('error: %s is no refusal', async (_, transport) => {
  const message = 'The chain’s RPC endpoint could not be reached or read.'
  await expect(programWallet(account, { chain: CHAIN, transport })).rejects.toMatchObject({ message })
})

test.each([
  ['insufficient funds for gas * price + value', ': insufficient funds for gas * price + value'],
  ['', '.'],
])('error: a refusal of an endpoint is told in its words: %j', async (words, told) => {
  const { transport } = await endpoint({ code: -32_000, message: words })
  const wallet = await programWallet(account, { chain: CHAIN, transport })
  await expect(wallet.stopMeter(CHAIN.escrow, TERMS)).rejects.toMatchObject({
    code: 'wallet_failed',
    message: `The chain’s RPC endpoint refused the request${told}`,
  })
})
