import type { createSessionBodySchema } from '@per-second/protocol/schema'
import { SESSION_LIFETIME_SECONDS } from '@per-second/protocol/time'
import type { z } from 'zod'
import { ApiError } from '../domain/api-error.ts'
import type { CheckoutSession, Product } from '../domain/entities.ts'
import { sessionStatus } from '../domain/session-status.ts'
import { presentSessionOf } from '../presenters/present-session.ts'
import type { BillingOperation, Operation } from './operation.ts'
import { recordEvent } from './record-event.ts'
import { refuseSmallDeposit } from './refuse-small-deposit.ts'

/**
 * Offers one product to one subscriber for 24 hours, at the product's rate of now (docs/money.md, rule 65).
 *
 * @throws {ApiError} `product_inactive`, `deposit_below_minimum`
 */
export async function createSession(
  operation: BillingOperation,
  product: Product,
  fields: Omit<z.output<typeof createSessionBodySchema>, 'product'>,
): Promise<CheckoutSession> {
  if (!product.active) {
    throw new ApiError(
      'product_inactive',
      'This product is not active. Set its `active` to true, or use another product.',
      { param: 'product' },
    )
  }
  const { max_duration_seconds: maxDurationSeconds = null } = fields
  refuseSmallDeposit(operation, product.rateUsd, maxDurationSeconds)
  const session: CheckoutSession = {
    merchantId: product.merchantId,
    mode: product.mode,
    id: operation.newId('cs_'),
    status: 'open',
    productId: product.id,
    successUrl: fields.success_url,
    cancelUrl: fields.cancel_url,
    rateUsd: product.rateUsd,
    allowPause: product.allowPause,
    startMode: product.startMode,
    maxDurationSeconds,
    capFixed: maxDurationSeconds !== null,
    customerId: null,
    subscriptionId: null,
    customersCreated: 0,
    created: operation.now,
    expiresAt: operation.now + SESSION_LIFETIME_SECONDS * 1000,
  }
  await operation.tx.sessions.insert(session)
  return session
}

/**
 * Ends a session at the request of its merchant.
 *
 * @throws {ApiError} `checkout_session_expired`, or `checkout_session_not_open` when complete or while an opening is in
 * flight
 */
export async function expireOnRequest(
  operation: Operation,
  session: CheckoutSession,
): Promise<CheckoutSession> {
  const status = sessionStatus(session, operation.now)
  if (status === 'expired') {
    throw new ApiError(
      'checkout_session_expired',
      'This checkout session has already expired. Create another one.',
    )
  }
  if (status !== 'open' || session.subscriptionId !== null) {
    throw new ApiError('checkout_session_not_open', 'This checkout session was authorised and cannot expire.')
  }
  return expireSession(operation, session)
}

/** Books that an open session is over. */
export async function expireSession(
  operation: Operation,
  session: CheckoutSession,
): Promise<CheckoutSession> {
  const { tx, now } = operation
  const expired: CheckoutSession = { ...session, status: 'expired' }
  await tx.sessions.update(expired)
  const resource = await presentSessionOf(tx, expired, now)
  await recordEvent(operation, session, { type: 'checkout.session.expired', resource })
  return expired
}
