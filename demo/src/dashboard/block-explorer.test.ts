import { expect, test } from 'vitest'
import { blockExplorer, transactionUrl } from './block-explorer.ts'

test('transactions of public chains can be looked up, those of a local one cannot', () => {
  expect([blockExplorer(1), blockExplorer(31_337), blockExplorer(987_654_321)]).toEqual([
    'https://etherscan.io',
    null,
    null,
  ])
  expect(transactionUrl('https://etherscan.io', '0xab')).toBe('https://etherscan.io/tx/0xab')
})
