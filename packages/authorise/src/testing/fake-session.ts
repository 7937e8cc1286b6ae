import { exactCost, rateInBaseUnits } from '@per-second/protocol/money'
import type { CheckoutSession } from '@per-second/protocol/types'

import type { FakeService } from './fake-service.ts'

export type FakeServiceOptions = {
  /** The service of another checkout. Its session and meter are served here, too, and its meter can be carried on. */
  carriesOn?: FakeService
  /** The session's id. */
  id?: string
  /** Dollars per second, a decimal string. */
  rate?: string
  /** The product's name. */
  name?: string
  merchant?: string
  /** A maximum duration the merchant fixed, in seconds. */
  cap?: number
  allowPause?: boolean
  startMode?: 'checkout' | 'merchant'
  livemode?: boolean
  accent?: string | null
  logoUrl?: string | null
  /** The smallest deposit the service accepts, dollars as a decimal string (default: none). */
  minDepositUsd?: string
}

/** A new session, in the form that a page gets. */
export function fakeSession(options: FakeServiceOptions): CheckoutSession {
  const { rate = '0.000277', cap = null } = options
  const now = Math.floor(Date.now() / 1000)
  return {
    id: options.id ?? 'cs_test_9hV2sWq0nTzYbXcR4kLmPa',
    object: 'checkout.session',
    status: 'open',
    livemode: options.livemode ?? false,
    created: now,
    expires_at: now + 86_400,
    success_url: 'https://shop.example/done?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://shop.example/cart',
    product: {
      id: 'prod_1',
      object: 'product',
      name: options.name ?? 'A100 GPU, 80 GB',
      description: null,
      rate_usd_per_second: rate,
      rate_per_second_wei: rateInBaseUnits(rate),
      currency: 'ausd',
      allow_pause: options.allowPause ?? true,
      start_mode: options.startMode ?? 'checkout',
      active: true,
      active_subscriptions: 0,
      livemode: options.livemode ?? false,
      created: now,
    },
    merchant: {
      name: options.merchant ?? 'Northwind Compute',
      logo_url: options.logoUrl ?? null,
      accent: options.accent ?? null,
      support_url: null,
    },
    customer: null,
    subscription: null,
    max_duration_seconds: cap,
    max_escrow_usd: cap === null ? null : exactCost(rate, cap),
  }
}
