import { liveEscrowAddress, testAusdAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { AUSD_ADDRESS, EMBEDDED_CHAIN_ID, knownChain } from '@per-second/protocol/chains'
import { TOKEN_DECIMALS } from '@per-second/protocol/money'
import { AUSD_DOMAIN, TERMS_LIMITS } from '@per-second/protocol/terms'
import type { Address, Chain, CheckoutSession } from '@per-second/protocol/types'
import { isHexAddress, type Pins, requirePins } from './pins.ts'
import { RefusalError } from './refusal-error.ts'

const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`

/** What a session on this chain must use. Constants of the project or pins of the page, never the service's word. */
export type VerifiedChain = { chainId: number; escrow: Address; token: Address }

export type VerifyChainParameters = { chain: Chain; session: Pick<CheckoutSession, 'livemode'>; pins: Pins }

/**
 * Checks the chain route's answer before the wallet is asked for anything (protocol rules, sections 1 and 6). Throws
 * {@link RefusalError}: `refused_chain` for a chain the project does not know, or one where AUSD is money in a session that says
 * it is a test, unless the page names it; `refused_token` and `refused_escrow` for any other than the expected contract,
 * `refused_terms` for an operator or a fee the escrow would not take. Throws {@link PinError} for a pin that cannot be meant.
 */
export function verifyChain({ chain, session, pins }: VerifyChainParameters): VerifiedChain {
  requirePins(pins)
  const chainId = chain?.chain_id
  if (!isAcceptedChain(chainId, session.livemode, pins.chainId))
    throw new RefusalError('refused_chain', 'chain_id')
  if (typeof chain.name !== 'string') throw new RefusalError('refused_chain', 'name')

  const token = expectedToken(chainId)
  if (!isSame(chain.token?.address, token)) throw new RefusalError('refused_token', 'token.address')
  if (chain.token.name !== AUSD_DOMAIN.name) throw new RefusalError('refused_token', 'token.name')
  if (chain.token.version !== AUSD_DOMAIN.version) throw new RefusalError('refused_token', 'token.version')
  if (chain.token.decimals !== TOKEN_DECIMALS) throw new RefusalError('refused_token', 'token.decimals')

  const escrow = pins.escrow ?? (session.livemode ? liveEscrowAddress : testEscrowAddress)
  if (!isSame(chain.escrow, escrow)) throw new RefusalError('refused_escrow', 'escrow')

  for (const field of ['operator', 'fee_recipient'] as const) {
    if (!isRole(chain[field], { escrow, token })) throw new RefusalError('refused_terms', field)
  }
  if (!Number.isInteger(chain.fee_bps) || chain.fee_bps < 0 || chain.fee_bps > TERMS_LIMITS.feeBps) {
    throw new RefusalError('refused_terms', 'fee_bps')
  }
  return { chainId, escrow, token }
}

/** Whether the escrow takes `value` as a role of the terms: an address, not zero, not the escrow, not the token. */
export function isRole(value: unknown, contracts: { escrow: Address; token: Address }): value is Address {
  if (!isHexAddress(value)) return false
  return [ZERO_ADDRESS, contracts.escrow, contracts.token].every(taken => !isSame(value, taken))
}

function isAcceptedChain(chainId: unknown, livemode: boolean, pinned: number | null): boolean {
  if (typeof chainId !== 'number' || !Number.isSafeInteger(chainId) || chainId <= 0) return false
  if (pinned !== null) return chainId === pinned
  // Under the badge of a test nobody expects to pay, and every chain of the table has an AUSD that is money.
  return chainId === EMBEDDED_CHAIN_ID || (livemode && knownChain(chainId) !== null)
}

function expectedToken(chainId: number): Address {
  return chainId === EMBEDDED_CHAIN_ID ? testAusdAddress : (knownChain(chainId)?.token ?? AUSD_ADDRESS)
}

function isSame(value: unknown, address: Address): boolean {
  return typeof value === 'string' && value.toLowerCase() === address.toLowerCase()
}
