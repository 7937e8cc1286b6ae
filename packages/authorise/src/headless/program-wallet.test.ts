import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { http } from 'viem'
import { expect, test } from 'vitest'
import { CHAIN } from '../../test/fixtures.ts'
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

test('error: an endpoint that fails is told as the endpoint, without its address', async () => {
  const server = createServer((_, response) => response.writeHead(401).end('no')).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const refusal = { code: 'wallet_failed', message: 'The chain’s RPC endpoint failed: HTTP request failed.' }
  const answered = programWallet(account, { chain: CHAIN, transport: http(`http://127.0.0.1:${port}/k3y`) })
  await expect(answered).rejects.toMatchObject(refusal)
  server.close()
  server.closeAllConnections()
  const silent = programWallet(account, { chain: CHAIN, transport: http(`http://127.0.0.1:${port}/k3y`) })
  await expect(silent).rejects.toMatchObject(refusal)
})
