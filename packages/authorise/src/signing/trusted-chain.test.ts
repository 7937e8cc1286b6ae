import { expect, test } from 'vitest'
import { honestService } from './honest-service.fixture.ts'
import { trustedChain } from './trusted-chain.ts'

const SAID = { name: 'Sepolia', block_explorer_url: 'https://explorer.example' }

test('trustedChain: our name and block explorer for a chain of the table, whatever the service says', () => {
  const { chain } = honestService({ chainId: 143, livemode: true })
  expect(trustedChain({ ...chain, ...SAID })).toEqual({
    ...chain,
    name: 'Monad',
    block_explorer_url: 'https://monadvision.com',
  })
})

test('trustedChain: the service’s word for any other', () => {
  const chain = { ...honestService().chain, ...SAID }
  expect(trustedChain(chain)).toEqual(chain)
})
