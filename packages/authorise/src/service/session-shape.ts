import { rateProblem } from '@per-second/protocol/money'
import { MAX_DURATION_SECONDS, MIN_DURATION_SECONDS } from '@per-second/protocol/time'
import type { CheckoutSession, MerchantProfile, Product } from '@per-second/protocol/types'
import { type Check, decimal, flag, instant, oneOf, orNull, type Shape, text, whole, word } from './shape.ts'

/** A rate that money can be computed with. */
export const rate: Check = value => typeof value === 'string' && rateProblem(value) === null

/** The fields that a product and a subscription to it both have. */
export const OFFER = {
  livemode: flag,
  created: instant,
  currency: oneOf('ausd'),
  rate_usd_per_second: rate,
  rate_per_second_wei: decimal,
  allow_pause: flag,
  start_mode: oneOf('checkout', 'merchant'),
}

export const duration = whole(MIN_DURATION_SECONDS, MAX_DURATION_SECONDS)

const PRODUCT: Shape<Product> = {
  ...OFFER,
  id: word,
  object: oneOf('product'),
  name: text,
  description: orNull(text),
  active: flag,
  active_subscriptions: whole(0),
}

const MERCHANT: Shape<MerchantProfile> = {
  name: text,
  logo_url: orNull(text),
  accent: orNull(text),
  support_url: orNull(text),
}

/** The requested session. */
export function sessionShape(sessionId: string): Shape<CheckoutSession> {
  return {
    id: oneOf(sessionId),
    object: oneOf('checkout.session'),
    status: oneOf('open', 'complete', 'expired'),
    livemode: flag,
    created: instant,
    expires_at: instant,
    success_url: text,
    cancel_url: text,
    product: PRODUCT,
    merchant: MERCHANT,
    customer: orNull(word),
    subscription: orNull(word),
    max_duration_seconds: orNull(duration),
    max_escrow_usd: orNull(decimal),
  }
}
