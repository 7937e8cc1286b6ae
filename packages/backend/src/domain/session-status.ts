import type { UnixMillis } from '@per-second/protocol/time'
import type { SessionStatus } from '@per-second/protocol/types'
import { ApiError } from './api-error.ts'
import type { CheckoutSession } from './entities.ts'

/**
 * The status of a session at `now`: expiry is computed, not awaited. While an accepted signature's opening is pending
 * the session reads open even past its time (docs/money.md, rule 34).
 */
export function sessionStatus(
  session: Pick<CheckoutSession, 'status' | 'expiresAt' | 'subscriptionId'>,
  now: UnixMillis,
): SessionStatus {
  if (session.status !== 'open' || session.subscriptionId !== null) return session.status
  return now >= session.expiresAt ? 'expired' : 'open'
}

/** @throws {ApiError} `checkout_session_expired`, or `checkout_session_not_open` when complete or while an opening is in flight */
export function refuseUnlessOpen(session: CheckoutSession, now: UnixMillis): void {
  const status = sessionStatus(session, now)
  if (status === 'expired') {
    throw new ApiError(
      'checkout_session_expired',
      'This checkout session has expired. Start a new one at the shop.',
    )
  }
  if (status !== 'open' || session.subscriptionId !== null) {
    throw new ApiError('checkout_session_not_open', 'This checkout session was authorised already.')
  }
}
