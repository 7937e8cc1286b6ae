import { depositOfTerms, openingTypedData, termsToWire } from '@per-second/protocol/terms'
import { toUnixSeconds, type UnixMillis } from '@per-second/protocol/time'
import type { Authorisation, Hex, PreparedAuthorisation } from '@per-second/protocol/types'
import type { Chain } from '../chain/chain.ts'
import type { Draft } from '../domain/draft.ts'
import type { CheckoutSession, Subscription } from '../domain/entities.ts'
import type { Transaction } from '../storage/storage.ts'
import { presentSessionOf } from './present-session.ts'
import { presentSubscription } from './present-subscription.ts'

/** The exact data to sign, and the deadline, with the session, which stays unchanged. */
export async function presentPrepared(
  tx: Transaction,
  prepared: { session: CheckoutSession; draft: Draft; sealed: string; chain: Chain; now: UnixMillis },
): Promise<PreparedAuthorisation> {
  const { session, draft, sealed, chain, now } = prepared
  const { terms, subscriptionId } = draft
  return {
    object: 'authorisation',
    session: await presentSessionOf(tx, session, now),
    subscription_id: subscriptionId,
    draft: sealed,
    terms: termsToWire(terms),
    typed_data: openingTypedData(terms, { chainId: chain.facts.chain_id, escrow: chain.facts.escrow }),
    deposit_wei: depositOfTerms(terms).toString(),
    sign_by: terms.openBy,
  }
}

export async function presentAuthorised(
  tx: Transaction,
  authorised: {
    session: CheckoutSession
    subscription: Subscription
    txHash: Hex
    token: string
    expiresAt: UnixMillis
    now: UnixMillis
  },
): Promise<Authorisation> {
  const { session, subscription, txHash, token, expiresAt, now } = authorised
  return {
    object: 'authorisation',
    session: await presentSessionOf(tx, session, now),
    subscription: presentSubscription(subscription, now),
    customer: subscription.customerId,
    tx_hash: txHash,
    client_token: token,
    expires_at: toUnixSeconds(expiresAt),
  }
}
