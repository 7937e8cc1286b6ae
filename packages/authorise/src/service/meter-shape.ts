import {
  type Authorisation,
  CANCEL_REASONS,
  type SignIn,
  SUBSCRIPTION_STATUSES,
  type Subscription,
} from '@per-second/protocol/types'
import { duration, OFFER, sessionShape } from './session-shape.ts'
import { decimal, instant, matching, oneOf, orNull, type Shape, whole, word } from './shape.ts'

export const cancelReason = oneOf(null, ...CANCEL_REASONS)

const SUBSCRIPTION: Shape<Subscription> = {
  ...OFFER,
  id: word,
  object: oneOf('subscription'),
  status: oneOf(...SUBSCRIPTION_STATUSES),
  customer: word,
  product: word,
  checkout_session: word,
  max_duration_seconds: duration,
  max_escrow_usd: decimal,
  started_at: orNull(instant),
  paused_at: orNull(instant),
  ended_at: orNull(instant),
  cancel_reason: cancelReason,
  elapsed_seconds: whole(0),
  billed_seconds: whole(0),
  accrued_usd: decimal,
  settled_usd: decimal,
  refunded_usd: decimal,
  latest_invoice: orNull(word),
  next_settlement_at: orNull(instant),
  replaces: orNull(word),
  replaced_by: orNull(word),
}

/** The requested subscription. */
export function subscriptionShape(subscriptionId: string): Shape<Subscription> {
  return { ...SUBSCRIPTION, id: oneOf(subscriptionId) }
}

/** The response of both routes that return a token. */
const access = (sessionId: string) => ({
  session: sessionShape(sessionId),
  customer: word,
  client_token: word,
  expires_at: instant,
})

export function authorisationShape(sessionId: string): Shape<Authorisation> {
  return {
    ...access(sessionId),
    object: oneOf('authorisation'),
    subscription: { ...SUBSCRIPTION, checkout_session: oneOf(sessionId) },
    tx_hash: matching(/^0x([\da-fA-F]{2}){0,32}$/),
  }
}

export function signInShape(sessionId: string): Shape<SignIn> {
  return { ...access(sessionId), object: oneOf('sign_in') }
}
