import { expect, test } from 'vitest'
import { networkName } from './network-name.ts'

test('a chain of the table has our name, whatever the service calls it', () => {
  expect(networkName({ chain_id: 1, name: 'Sepolia' })).toBe('Ethereum')
  expect(networkName({ chain_id: 31_337, name: 'Local test chain' })).toBe('Local test chain')
})
