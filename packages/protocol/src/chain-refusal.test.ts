import { expect, test } from 'vitest'
import { chainRefusal } from './chain-refusal.ts'
import { AUSD_ADDRESS, KNOWN_CHAINS, knownChain, TEST_AUSD_ADDRESS } from './chains.ts'

const OTHER = `0x${'42'.repeat(20)}` as const
const pinned = (chainId: number | null, token: `0x${string}` | null = null) => ({ chainId, token })

// docs/money.md, rule 56
test.each(KNOWN_CHAINS.filter(({ network }) => network === 'main'))(
  'a test session never has $name, whatever the page pins; a live one has it with AUSD only',
  ({ chainId }) => {
    for (const token of [AUSD_ADDRESS, TEST_AUSD_ADDRESS, OTHER]) {
      for (const pins of [pinned(null), pinned(chainId), pinned(chainId, token), pinned(null, token)])
        expect(chainRefusal({ mode: 'test', chainId, token, pins })).toBe('main_network')
    }
    expect(chainRefusal({ mode: 'live', chainId, token: AUSD_ADDRESS })).toBeNull()
    expect(chainRefusal({ mode: 'live', chainId, token: OTHER })).toBe('token_unknown')
    expect(chainRefusal({ mode: 'live', chainId, token: OTHER, pins: pinned(chainId, OTHER) })).toBe(
      'token_unknown',
    )
    expect(chainRefusal({ mode: 'live', chainId, token: AUSD_ADDRESS, pins: pinned(7) })).toBe(
      'chain_unknown',
    )
  },
)

test.each(KNOWN_CHAINS.filter(({ network }) => network === 'test'))(
  'a test session has $name with the test AUSD or a pinned token, never with AUSD; a live one has it pinned only',
  ({ chainId, rpcUrl, blockExplorerUrl }) => {
    const token = TEST_AUSD_ADDRESS
    expect(knownChain(chainId)?.token).toBe(token)
    expect([rpcUrl, blockExplorerUrl].map(url => new URL(url).protocol)).toEqual(['https:', 'https:'])
    expect(chainRefusal({ mode: 'test', chainId, token })).toBeNull()
    const lowerCase = token.toLowerCase() as `0x${string}`
    expect(chainRefusal({ mode: 'test', chainId, token: lowerCase })).toBeNull()
    expect(chainRefusal({ mode: 'test', chainId, token: OTHER })).toBe('token_unknown')
    expect(chainRefusal({ mode: 'test', chainId, token: OTHER, pins: pinned(null, OTHER) })).toBeNull()
    expect(chainRefusal({ mode: 'test', chainId, token, pins: pinned(null, OTHER) })).toBe('token_unknown')
    for (const pins of [pinned(null), pinned(chainId), pinned(chainId, AUSD_ADDRESS)])
      expect(chainRefusal({ mode: 'test', chainId, token: AUSD_ADDRESS, pins })).toBe('real_token')
    expect(chainRefusal({ mode: 'live', chainId, token })).toBe('test_network')
    expect(chainRefusal({ mode: 'live', chainId, token, pins: pinned(chainId) })).toBeNull()
  },
)

test('both modes have the embedded chain with the test AUSD, and with no other token that is not pinned', () => {
  for (const mode of ['test', 'live'] as const) {
    expect(chainRefusal({ mode, chainId: 31_337, token: TEST_AUSD_ADDRESS })).toBeNull()
    expect(chainRefusal({ mode, chainId: 31_337, token: OTHER })).toBe('token_unknown')
    expect(chainRefusal({ mode, chainId: 31_337, token: OTHER, pins: pinned(31_337, OTHER) })).toBeNull()
  }
})

test('an unknown chain is the page’s to pin, and brings no token of its own', () => {
  const chainId = 424_242
  for (const [mode, usual] of [
    ['test', TEST_AUSD_ADDRESS],
    ['live', AUSD_ADDRESS],
  ] as const) {
    expect(chainRefusal({ mode, chainId, token: usual })).toBe('chain_unknown')
    expect(chainRefusal({ mode, chainId, token: usual, pins: pinned(chainId) })).toBeNull()
    expect(chainRefusal({ mode, chainId, token: OTHER, pins: pinned(chainId) })).toBe('token_unknown')
    expect(chainRefusal({ mode, chainId, token: OTHER, pins: pinned(chainId, OTHER) })).toBeNull()
  }
  expect(
    chainRefusal({ mode: 'test', chainId, token: AUSD_ADDRESS, pins: pinned(chainId, AUSD_ADDRESS) }),
  ).toBe('real_token')
})

test('no chain is in the table twice', () => {
  expect(new Set(KNOWN_CHAINS.map(({ chainId }) => chainId)).size).toBe(KNOWN_CHAINS.length)
})
