import { liveEscrowAddress, testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { AUSD_ADDRESS, TEST_AUSD_ADDRESS } from '@per-second/protocol/chains'
import type { Address } from '@per-second/protocol/types'
import { expect, test } from 'vitest'
import { pageRefusal } from './page-refusal.ts'

const OTHER = `0x${'42'.repeat(20)}` as const
const ESCROWS: Record<'test' | 'live', Address> = { test: testEscrowAddress, live: liveEscrowAddress }

test('the table’s test AUSD is the token that the contracts deploy', () => {
  expect(TEST_AUSD_ADDRESS).toBe(testAusdAddress)
})

test.each([
  ['test', 11_155_111, TEST_AUSD_ADDRESS],
  ['test', 31_337, TEST_AUSD_ADDRESS],
  ['live', 31_337, TEST_AUSD_ADDRESS],
  ['live', 143, AUSD_ADDRESS],
] as const)('nothing is said of %s mode on chain %i', (mode, chainId, token) => {
  expect(pageRefusal({ mode, chainId, token, escrow: ESCROWS[mode] })).toBeNull()
})

test('says how pages accept an escrow that is neither shared nor follows from a salt', () => {
  const facts = { mode: 'live', chainId: 143, token: AUSD_ADDRESS } as const
  expect(pageRefusal({ ...facts, escrow: OTHER, escrowSalt: `0x${'5e'.repeat(32)}` })).toBeNull()
  for (const escrow of [OTHER, testEscrowAddress] as const)
    expect(pageRefusal({ ...facts, escrow, escrowSalt: null })).toBe(
      `Pages accept the escrow ${escrow} only where they name it: <billing-authorise escrow="${escrow}">. If it is ours with a salt of your own, give the salt (--live-escrow-salt), and every page accepts it.`,
    )
})

test.each([
  [
    'test',
    143,
    AUSD_ADDRESS,
    'No page accepts test mode on Monad (chain 143): money is real there. Give test mode a test network, and this one to live mode (--live-rpc-url).',
  ],
  [
    'test',
    84_532,
    AUSD_ADDRESS,
    'No page accepts AUSD itself in test mode. Leave --token out for the test AUSD, or name a token of your own and let pages name it too (attribute token).',
  ],
  [
    'test',
    84_532,
    OTHER,
    `Pages accept the token ${OTHER} on Base Sepolia (chain 84532) only where they name it: <billing-authorise token="${OTHER}">. Leave --token out for the usual one.`,
  ],
  [
    'live',
    10_143,
    TEST_AUSD_ADDRESS,
    'Pages refuse live mode on Monad Testnet (chain 10143), where money is worth nothing, unless they name it: chain-id="10143". Give live mode a main network, and this one to test mode (--rpc-url).',
  ],
  [
    'live',
    1,
    OTHER,
    `No page accepts the token ${OTHER} in live mode on Ethereum (chain 1): leave --live-token out for AUSD.`,
  ],
  [
    'live',
    424_242,
    AUSD_ADDRESS,
    'Pages accept chain 424242 only where they name it: <billing-authorise chain-id="424242">.',
  ],
  [
    'test',
    424_242,
    OTHER,
    `Pages accept chain 424242 only where they name it: <billing-authorise chain-id="424242" token="${OTHER}">.`,
  ],
] as const)('%s mode on chain %i with %s: %s', (mode, chainId, token, told) => {
  expect(pageRefusal({ mode, chainId, token, escrow: ESCROWS[mode] })).toBe(told)
})
