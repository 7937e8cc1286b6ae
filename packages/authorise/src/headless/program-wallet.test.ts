import { expect, test } from 'vitest'
import { CHAIN } from '../../test/fixtures.ts'
import { programWallet } from './program-wallet.ts'

test('error: a chain without an endpoint is told, with the option that names one', async () => {
  const account = {
    address: CHAIN.operator,
    type: 'local' as const,
    signTypedData: async () => '0x' as const,
  }
  const chain = { ...CHAIN, chain_id: 421_614, rpc_urls: [] }
  await expect(programWallet(account, { chain, transport: undefined })).rejects.toMatchObject({
    code: 'parameter_invalid',
    field: 'chain',
    message: 'chain must be { transport }: nothing names an RPC endpoint of chain 421614.',
  })
})
