import { AUSD_ADDRESS, EMBEDDED_CHAIN_ID, knownChain, TEST_AUSD_ADDRESS } from './chains.ts'
import type { Address } from './types.ts'

/**
 * The reasons why a page's element refuses a session's chain. `main_network`: a test session on a main network.
 * `real_token`: a test session in Agora's AUSD. The page's pins change neither. `test_network`: a live session on a
 * test network. `chain_unknown`: the page pins another chain, or pins none and the project does not know this one.
 * `token_unknown`: the token is neither the chain's own nor pinned.
 */
export type ChainRefusal = 'main_network' | 'real_token' | 'test_network' | 'chain_unknown' | 'token_unknown'

/**
 * Returns why an element refuses the chain that a session settles on (docs/money.md, rule 56). Without `pins`
 * the result is for a page that pins nothing. The embedded chain is accepted here. The element itself checks that only
 * loopback pages use it unpinned.
 *
 * @returns null when it is accepted
 */
export function chainRefusal(parameters: {
  mode: 'test' | 'live'
  chainId: number
  token: Address
  pins?: { chainId: number | null; token: Address | null }
}): ChainRefusal | null {
  const { mode, chainId, token, pins = { chainId: null, token: null } } = parameters
  const known = knownChain(chainId)
  if (mode === 'test' && known?.network === 'main') return 'main_network'
  if (mode === 'test' && isSame(token, AUSD_ADDRESS)) return 'real_token'
  if (pins.chainId !== null ? pins.chainId !== chainId : known === null && chainId !== EMBEDDED_CHAIN_ID)
    return 'chain_unknown'
  if (mode === 'live' && known?.network === 'test' && pins.chainId === null) return 'test_network'
  if (pins.token !== null && known?.network !== 'main')
    return isSame(token, pins.token) ? null : 'token_unknown'
  const expected =
    known?.token ?? (mode === 'test' || chainId === EMBEDDED_CHAIN_ID ? TEST_AUSD_ADDRESS : AUSD_ADDRESS)
  return isSame(token, expected) ? null : 'token_unknown'
}

function isSame(one: Address, other: Address): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
