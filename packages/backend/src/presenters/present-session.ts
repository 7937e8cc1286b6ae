import { exactCost } from '@per-second/protocol/money'
import { toUnixSeconds, type UnixMillis } from '@per-second/protocol/time'
import type { CheckoutSession as WireSession } from '@per-second/protocol/types'
import type { CheckoutSession } from '../domain/entities.ts'
import { sessionStatus } from '../domain/session-status.ts'
import type { Transaction } from '../storage/storage.ts'
import { presentProduct } from './present-product.ts'

/** A session with its product and merchant as they are now, and the status it has at `now`. */
export async function presentSessionOf(
  tx: Transaction,
  session: CheckoutSession,
  now: UnixMillis,
): Promise<WireSession> {
  const [product, merchant] = await Promise.all([
    tx.products.get(session.productId),
    tx.merchants.get(session.merchantId),
  ])
  if (product === null || merchant === null) throw new Error(`Session ${session.id} has lost its product.`)
  const cap = session.maxDurationSeconds
  return {
    id: session.id,
    object: 'checkout.session',
    status: sessionStatus(session, now),
    livemode: session.mode === 'live',
    created: toUnixSeconds(session.created),
    expires_at: toUnixSeconds(session.expiresAt),
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    product: presentProduct(product),
    merchant: {
      name: merchant.name,
      logo_url: merchant.logoUrl,
      accent: merchant.accent,
      support_url: merchant.supportUrl,
    },
    customer: session.customerId,
    subscription: session.subscriptionId,
    max_duration_seconds: cap,
    max_escrow_usd: cap === null ? null : exactCost(session.rateUsd, cap),
  }
}
