import type { Chain, CheckoutSession, Hex, Subscription } from '@per-second/protocol/types'
import type { SignatureLock } from '../machine/signature-lock.ts'
import { buildReceipt } from './build-receipt.ts'
import type { Receipt } from './receipt.ts'

/** The receipt of a finished meter, in the browser or program that signed it. */
export function receiptOf({
  session,
  subscription,
  record,
  chain,
  closing,
}: {
  session: CheckoutSession
  subscription: Subscription
  /** The signed terms. They name the network and the escrow, too. */
  record: SignatureLock
  /** Only it knows whether the escrow is the service's own. */
  chain: Chain
  /** The transaction of the end. Null if the chain did not respond, or no longer knows it. */
  closing: Hex | null
}): Receipt {
  const { accountKind } = record
  return buildReceipt({
    livemode: subscription.livemode,
    merchant_name: session.merchant.name,
    product_name: session.product.name,
    product: subscription.product,
    checkout_session: session.id,
    customer: subscription.customer,
    subscription: subscription.id,
    status: subscription.status === 'ended' ? 'ended' : 'canceled',
    cancel_reason: subscription.cancel_reason,
    replaces: subscription.replaces,
    replaced_by: subscription.replaced_by,
    rate_usd_per_second: subscription.rate_usd_per_second,
    max_duration_seconds: subscription.max_duration_seconds,
    started_at: subscription.started_at,
    ended_at: subscription.ended_at,
    seconds: subscription.billed_seconds,
    charged_usd: subscription.settled_usd,
    refunded_usd: subscription.refunded_usd,
    chain_id: record.chainId,
    escrow: record.escrow,
    escrow_salt: chain.escrow_salt ?? null,
    terms: record.terms,
    signature: record.signature,
    signed_by: accountKind === 'delegated' ? 'key' : accountKind,
    transactions: { opening: record.txHash, closing },
  })
}
