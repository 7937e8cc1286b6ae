import { baseUnitsFromUsd, RATE_UNITS_PER_BASE_UNIT, rateInTermsUnits } from '@per-second/protocol/money'
import { MAX_DURATION_SECONDS, MIN_DURATION_SECONDS } from '@per-second/protocol/time'
import type { Chain, CheckoutSession } from '@per-second/protocol/types'
import { chainInTable } from '../../chains/chain-in-table.ts'
import type { EventOf } from '../../machine/event.ts'
import type { Service } from '../../service/fetch-service.ts'
import { type VerifyChainParameters, verifyChain } from '../../signing/verify-chain.ts'

/**
 * The session's chain, checked before any of it is shown or used.
 *
 * @throws {RefusalError}
 * @throws {AuthoriseError} `attribute_invalid`
 * @throws {ServiceError}
 */
export async function readChain(
  service: Service,
  {
    signal,
    ...page
  }: Omit<VerifyChainParameters, 'chain'> & { session: CheckoutSession; signal: AbortSignal },
): Promise<EventOf<'chain_read'>> {
  const { session } = page
  const chain = await service.chain(session.id, { signal })
  verifyChain({ chain, ...page })
  return { type: 'chain_read', chain: trustedChain(chain), least: leastSeconds(chain, session) }
}

/** The shortest length whose deposit, rounded up to a base unit, reaches the smallest one. At a rate of zero no length does. */
export function leastSeconds(
  { min_deposit_usd = '0' }: Pick<Chain, 'min_deposit_usd'>,
  { product }: { product: Pick<CheckoutSession['product'], 'rate_usd_per_second'> },
): number {
  const deposit = baseUnitsFromUsd(min_deposit_usd) ?? 0n
  const rate = rateInTermsUnits(product.rate_usd_per_second)
  if (rate === 0n || deposit === 0n) return MIN_DURATION_SECONDS
  const seconds = ((deposit - 1n) * RATE_UNITS_PER_BASE_UNIT) / rate + 1n
  return Math.max(MIN_DURATION_SECONDS, Math.min(MAX_DURATION_SECONDS, Number(seconds)))
}

/**
 * The chain for the screen: a known one bears our name for it and leads to our block explorer. The service's name could
 * call real money a test network's. Its explorer could lead to a page with false content.
 */
export function trustedChain(chain: Chain): Chain {
  return { ...chain, ...chainInTable(chain.chain_id) }
}
