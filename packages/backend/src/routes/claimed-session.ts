import { ApiError } from '../domain/api-error.ts'
import type { CheckoutSession } from '../domain/entities.ts'
import type { Transaction } from '../storage/storage.ts'
import type { ClientCaller } from './route.ts'

/**
 * The caller's session as it is inside this unit of work. Between the check of the token and here somebody may have signed out.
 *
 * @throws {ApiError} `client_token_invalid`
 */
export async function claimedSession(tx: Transaction, caller: ClientCaller): Promise<CheckoutSession> {
  const session = await tx.sessions.get(caller.session.id)
  if (session === null || session.customerId !== caller.customerId) {
    throw new ApiError('client_token_invalid', 'This client token is not valid any more. Sign in again.')
  }
  return session
}
