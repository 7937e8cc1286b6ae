import { depositOfTerms, openingTypedData, termsToWire } from '@per-second/protocol/terms'
import type { UnixMillis } from '@per-second/protocol/time'
import type { Authorisation, Hex, PreparedAuthorisation } from '@per-second/protocol/types'
import type { Chain } from '../chain/chain.ts'
import type { CheckoutSession, Subscription } from '../domain/entities.ts'
import type { Transaction } from '../storage/storage.ts'
import { presentSessionOf } from './present-session.ts'
import { presentSubscription } from './present-subscription.ts'

/** Exactly what is to be signed, and by when. */
export async function presentPrepared(
  tx: Transaction,
  session: CheckoutSession,
  subscription: Subscription,
  chain: Chain,
  now: UnixMillis,
): Promise<PreparedAuthorisation> {
  const { terms } = subscription
  return {
    object: 'authorisation',
    session: await presentSessionOf(tx, session, now),
    subscription: presentSubscription(subscription, now),
    terms: termsToWire(terms),
    typed_data: openingTypedData(terms, { chainId: chain.facts.chain_id, escrow: chain.facts.escrow }),
    deposit_wei: depositOfTerms(terms).toString(),
    sign_by: terms.openBy,
  }
}

export async function presentAuthorised(
  tx: Transaction,
  session: CheckoutSession,
  subscription: Subscription,
  txHash: Hex,
  now: UnixMillis,
): Promise<Authorisation> {
  return {
    object: 'authorisation',
    session: await presentSessionOf(tx, session, now),
    subscription: presentSubscription(subscription, now),
    tx_hash: txHash,
  }
}
