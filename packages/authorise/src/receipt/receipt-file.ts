import type { Hex, Subscription } from '@per-second/protocol/types'
import { recordOf } from '../machine/signature-lock.ts'
import type { Checkout } from '../machine/state.ts'
import { buildReceipt } from './build-receipt.ts'
import type { ReceiptFacts } from './receipt.ts'

/** The checkout's part of a receipt. */
type ReceiptCheckout = Pick<Checkout, 'session' | 'chain' | 'lock'>

/**
 * The receipt of a finished meter as a file. A tab that did not sign has no terms. The file is then a `receipt_statement`: the same
 * figures without a proof.
 *
 * @param closing the transaction of the end; null if the chain did not respond, or no longer knows it
 */
export function receiptFile(
  checkout: ReceiptCheckout,
  subscription: Subscription,
  closing: Hex | null,
): { fileName: string; content: string } {
  const facts = factsOf(checkout, subscription, closing)
  const receipt = hasTerms(facts)
    ? buildReceipt(facts)
    : { object: 'receipt_statement', version: 1, ...facts }
  return {
    fileName: `receipt-${subscription.id}.json`,
    content: `${JSON.stringify(receipt, null, 2)}\n`,
  }
}

type KnownFacts = { [Field in keyof ReceiptFacts]: ReceiptFacts[Field] | null }

function hasTerms(facts: KnownFacts): facts is ReceiptFacts {
  return facts.terms !== null && facts.chain_id !== null && facts.escrow !== null
}

function factsOf(checkout: ReceiptCheckout, subscription: Subscription, closing: Hex | null): KnownFacts {
  const { session, chain } = checkout
  const record = recordOf(checkout)
  const accountKind = record?.accountKind ?? null
  return {
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
    chain_id: chain?.chain_id ?? null,
    escrow: chain?.escrow ?? null,
    escrow_salt: chain?.escrow_salt ?? null,
    terms: record?.terms ?? null,
    signature: record?.signature ?? null,
    signed_by: accountKind === 'delegated' ? 'key' : accountKind,
    transactions: { opening: record?.txHash ?? null, closing },
  }
}
