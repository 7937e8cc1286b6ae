import type { Chain, CheckoutSession } from '@per-second/protocol/types'
import type { Service } from '../../service/fetch-service.ts'
import type { Pins } from '../../signing/pins.ts'
import { trustedChain } from '../../signing/trusted-chain.ts'
import { verifyChain } from '../../signing/verify-chain.ts'

/**
 * The session's chain, checked before anything of it is shown or used.
 *
 * @throws {RefusalError}
 * @throws {PinError}
 * @throws {ServiceError}
 */
export async function readChain(
  service: Service,
  {
    session,
    pins,
    pageOrigin,
    signal,
  }: { session: CheckoutSession; pins: Pins; pageOrigin: string; signal?: AbortSignal },
): Promise<Chain> {
  const chain = await service.chain(session.id, signal ? { signal } : {})
  verifyChain({ chain, session, pins, pageOrigin })
  return trustedChain(chain)
}
