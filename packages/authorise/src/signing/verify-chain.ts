import { chainRefusal } from '@per-second/protocol/chain-refusal'
import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import { TOKEN_DECIMALS } from '@per-second/protocol/money'
import { AUSD_DOMAIN, TERMS_LIMITS } from '@per-second/protocol/terms'
import type { Address, Chain, CheckoutSession } from '@per-second/protocol/types'
import { isLoopbackUrl } from '../chains/is-loopback-url.ts'
import { isSameAddress } from '../chains/is-same-address.ts'
import { escrowOf } from './escrow-of.ts'
import { isHexAddress, type Pins, requirePins } from './pins.ts'
import { RefusalError } from './refusal-error.ts'

const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`

/**
 * The addresses that a session on this chain must use: equal to constants of the project or to pins of the page, never
 * the service's word.
 */
export type VerifiedChain = { chainId: number; escrow: Address; token: Address }

export type VerifyChainParameters = {
  chain: Chain
  session: Pick<CheckoutSession, 'livemode'>
  pins: Pins
  /** The page's own origin: the embedded chain is for pages of this machine, unless they pin it. */
  pageOrigin: string
}

/**
 * Checks the chain route's answer before the wallet is asked for anything. Throws {@link RefusalError}. `refused_chain`
 * is for a chain that is not for this session's mode, this page or any page. `refused_token` and `refused_escrow` are
 * for a contract other than the expected one. `refused_terms` is for an operator or a fee that the escrow would not
 * take, or a fee beyond the pin. Throws `attribute_invalid` for an impossible pin.
 */
export function verifyChain({ chain, session, pins, pageOrigin }: VerifyChainParameters): VerifiedChain {
  requirePins(pins)
  const { chain_id: chainId } = chain
  const { address: token } = chain.token
  if (chainId === EMBEDDED_CHAIN_ID && pins.chainId === null && !isLoopbackUrl(pageOrigin)) {
    throw new RefusalError('refused_chain', 'chain_id', { reason: 'page_not_loopback' })
  }
  const reason = chainRefusal({ mode: session.livemode ? 'live' : 'test', chainId, token, pins })
  if (reason === 'real_token' || reason === 'token_unknown')
    throw new RefusalError('refused_token', 'token.address', { reason, ...pinned(pins.token, token) })
  if (reason !== null)
    throw new RefusalError('refused_chain', 'chain_id', { reason, ...pinned(pins.chainId, chainId) })
  if (pins.token !== null && !isSameAddress(token, pins.token))
    throw new RefusalError('refused_token', 'token.address', pinned(pins.token, token))
  if (chain.token.name !== AUSD_DOMAIN.name) throw refusedToken('name')
  if (chain.token.version !== AUSD_DOMAIN.version) throw refusedToken('version')
  if (chain.token.decimals !== TOKEN_DECIMALS) throw refusedToken('decimals')

  const escrow = pins.escrow ?? escrowOf(session.livemode, chain.escrow_salt)
  if (escrow === null || !isSameAddress(chain.escrow, escrow)) {
    const isPinned = pins.escrow !== null || !chain.escrow_salt
    const values = pinned(pins.escrow, chain.escrow)
    throw new RefusalError('refused_escrow', isPinned ? 'escrow' : 'escrow_salt', values)
  }

  for (const field of ['operator', 'fee_recipient'] as const) {
    if (!isRole(chain[field], { escrow, token })) throw new RefusalError('refused_terms', field)
  }
  if (chain.fee_bps > Math.min(TERMS_LIMITS.feeBps, pins.maxFee ?? TERMS_LIMITS.feeBps))
    throw new RefusalError('refused_terms', 'fee_bps', pinned(pins.maxFee, chain.fee_bps))
  return { chainId, escrow, token }
}

/** Whether the escrow takes `value` as a role of the terms: an address, not zero, not the escrow, not the token. */
export function isRole(value: unknown, contracts: { escrow: Address; token: Address }): value is Address {
  if (!isHexAddress(value)) return false
  return [ZERO_ADDRESS, contracts.escrow, contracts.token].every(taken => !isSameAddress(value, taken))
}

/** Both values, where the page's pin is one of them. */
function pinned(pin: unknown, received: unknown): { expected?: unknown; received?: unknown } {
  return pin === null ? {} : { expected: pin, received }
}

function refusedToken(field: string): RefusalError {
  return new RefusalError('refused_token', `token.${field}`)
}
