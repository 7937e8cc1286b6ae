import { expect, test } from 'vitest'
import { honestService } from '../../test/honest-service.ts'
import { trustedChain } from './trusted-chain.ts'

const SAID = { name: 'Sepolia', block_explorer_url: 'https://explorer.example' }

test('trustedChain: a known chain keeps the table’s facts, with any facts from the service', () => {
  const { chain } = honestService({ chainId: 143, livemode: true })
  expect(trustedChain({ ...chain, ...SAID })).toEqual({
    ...chain,
    name: 'Monad',
    rpc_urls: ['https://rpc.monad.xyz'],
    native_currency: { name: 'Monad', symbol: 'MON', decimals: 18 },
    block_explorer_url: 'https://monadvision.com',
  })
})

test('trustedChain: the service’s word for any other', () => {
  const chain = { ...honestService().chain, ...SAID }
  expect(trustedChain(chain)).toEqual(chain)
})
