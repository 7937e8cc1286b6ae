import { rateInTermsUnits } from '@per-second/protocol/money'
import type { Chain } from '@per-second/protocol/types'
import { isSameAddress } from '../../chains/is-same-address.ts'
import { AuthoriseError } from '../../errors/authorise-error.ts'
import type { SignatureLock } from '../../machine/signature-lock.ts'
import { RefusalError } from '../../signing/refusal-error.ts'
import type { Flow } from './flow.ts'

/**
 * What stands asked is asked again only where it is what somebody saw when they pressed, and what the page insists on: another tab
 * may have asked for another length, and a service may say another rate since.
 *
 * @throws {RefusalError}
 * @throws {AuthoriseError} `asked_in_other_tab`
 */
export function requireShown(
  { checkout, pins }: Flow,
  { terms, chainId, escrow }: SignatureLock,
  { chain, maxDurationSeconds }: { chain: Chain; maxDurationSeconds: number },
): void {
  const { product, max_duration_seconds: cap } = checkout().session
  if (BigInt(terms.rate_per_second) !== rateInTermsUnits(product.rate_usd_per_second))
    throw new RefusalError('refused_terms', 'rate_usd_per_second')
  if (cap !== null && cap !== terms.max_seconds)
    throw new RefusalError('refused_terms', 'max_duration_seconds')
  if (chainId !== chain.chain_id) throw new RefusalError('refused_chain', 'chain_id')
  if (!isSameAddress(escrow, chain.escrow)) throw new RefusalError('refused_escrow', 'escrow')
  if (!isSameAddress(terms.token, chain.token.address))
    throw new RefusalError('refused_token', 'token.address')
  if (pins.payee !== null && !isSameAddress(pins.payee, terms.merchant))
    throw new RefusalError('refused_terms', 'terms.merchant')
  if (terms.max_seconds !== maxDurationSeconds)
    throw new AuthoriseError('asked_in_other_tab', 'Another tab has asked the wallet for another length.')
}
