import { openingTypedData } from '@per-second/protocol/terms'
import { toUnixMillis } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { Chain } from '../chain/chain.ts'
import { ApiError } from '../domain/api-error.ts'
import type { Draft } from '../domain/draft.ts'
import type { ChainJob, CheckoutSession, Subscription } from '../domain/entities.ts'
import { accepted } from '../domain/meter/accepted.ts'
import { isUndeployedSignature } from '../domain/undeployed-signature.ts'
import type { Transaction } from '../storage/storage.ts'
import { customerOfWallet } from './customers.ts'
import { loadBooks } from './meter/load-books.ts'
import { saveBooks } from './meter/save-books.ts'
import { openingRefused } from './opening-refused.ts'
import type { BillingOperation } from './operation.ts'
import { refuseUnofferable } from './prepare-draft.ts'
import { refuseAfterFailures } from './refuse-after-failures.ts'
import { refuseTooManyMeters } from './refuse-unprofitable.ts'
import { refuseWhileEscrowIsShort } from './short-escrow.ts'

/** A draft and the signature that came with it; the signature in lower case, so that the same bytes are the same text. */
export type SignedDraft = { draft: Draft; signature: Hex }

/** Who answers for a signature. A key delegated by EIP-7702 may sign itself, or leave it to the code it delegates to. */
export type Signer = 'key' | 'contract'

/**
 * The subscription that this very draft and signature have made already, or null when the session is free.
 *
 * @throws {ApiError} `signature_invalid` for another signature under the accepted draft; `session_already_claimed` for another draft
 */
export async function acceptedBefore(
  tx: Transaction,
  session: CheckoutSession,
  { draft, signature }: SignedDraft,
): Promise<Subscription | null> {
  if (session.subscriptionId === null) return null
  if (session.subscriptionId !== draft.subscriptionId) {
    throw new ApiError(
      'session_already_claimed',
      'This checkout was authorised with another draft. Begin a new checkout.',
    )
  }
  const subscription = await tx.subscriptions.get(session.subscriptionId)
  if (subscription?.signature === signature) return subscription
  throw new ApiError('signature_invalid', 'This draft was authorised with another signature.', {
    param: 'signature',
  })
}

/**
 * Finds out whether a signature is the payer's and whether the escrow would open the meter now, by running the opening at the pending
 * block. What a key has signed is told without asking the chain. Reads it, so it runs outside any unit of work.
 *
 * @param refuse what is asked before the chain is: refusals that cost nothing
 * @returns who the signature is from
 * @throws {ApiError} `signature_invalid`, `insufficient_funds`, `payer_frozen`, `chain_unavailable`
 */
export async function checkSignature(
  chain: Chain,
  { draft, signature }: SignedDraft,
  refuse: (signer: Signer) => Promise<void>,
): Promise<Signer> {
  const { terms, account } = draft
  const { chain_id: chainId, escrow } = chain.facts
  const typedData = openingTypedData(terms, { chainId, escrow })
  const byKey = await chain.isSignedByKey({ address: terms.payer, typedData, signature })
  if (!byKey && account === 'key' && !isUndeployedSignature(signature))
    throw openingRefused('signature_invalid', terms)
  const signer = byKey ? 'key' : 'contract'
  await refuse(signer)
  const failure = await chain.simulate({ kind: 'open', terms, signature })
  if (failure !== null && failure !== 'already_open') throw openingRefused(failure, terms)
  return signer
}

/**
 * @throws {ApiError} `checkout_session_expired`, `checkout_session_not_open`, `product_inactive`, `signature_invalid` when the time to
 *   sign is over, `subscription_invalid_state` for too many open meters, that and `chain_unavailable` after failures;
 *   `chain_unavailable` while the escrow is short
 */
export async function refuseUnacceptable(
  operation: Pick<BillingOperation, 'tx' | 'now' | 'policy'>,
  session: CheckoutSession,
  { terms }: Draft,
  signer: Signer,
): Promise<void> {
  const { tx, now } = operation
  await refuseUnofferable(tx, session, now)
  await refuseWhileEscrowIsShort(tx, session.mode)
  if (now >= toUnixMillis(terms.openBy)) throw openingRefused('too_late', terms)
  await refuseTooManyMeters(operation, session, terms.payer)
  await refuseAfterFailures(tx, { mode: session.mode, address: terms.payer, account: signer }, now)
}

/**
 * Accepts a signed draft, once: finds or creates the customer, opens the books of the meter, and commits to the opening
 * (`domain/meter/accepted.ts`).
 *
 * @throws {ApiError} as {@link refuseUnacceptable}; `session_already_claimed` when too many wallets have tried this session;
 *   `draft_invalid` for a draft whose deposit was refunded; `chain_unavailable` while its earlier opening is not over
 */
export async function acceptDraft(
  operation: BillingOperation,
  parameters: SignedDraft & { session: CheckoutSession; chain: Chain; signer: Signer; email: string },
): Promise<{ jobId: string }> {
  const { session, chain, draft, signature, signer, email } = parameters
  const { tx, now, policy, newId, traceparent = null } = operation
  await refuseUnacceptable(operation, session, draft, signer)
  const { customer, isNew } = await customerOfWallet(operation, session, draft.terms.payer, email)
  const earlier = await tx.subscriptions.get(draft.subscriptionId)
  const [before = null] = earlier ? await loadBooks(tx, [earlier]) : []
  const { chain_id: chainId, escrow } = chain.facts
  const acceptance = {
    ...{ draft, signature, session, customer: { id: customer.id, isNew }, escrow: { chainId, escrow } },
  }
  const after = accepted(before, acceptance, { now, policy, newId, traceparent })
  await saveBooks(operation, [{ before, after, now, traceparent }])
  const [opening] = after.jobs as [ChainJob]
  return { jobId: opening.id }
}
