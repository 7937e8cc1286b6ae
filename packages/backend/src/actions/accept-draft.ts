import { toUnixMillis } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import type { Chain } from '../chain/chain.ts'
import { ApiError } from '../domain/api-error.ts'
import type { Draft } from '../domain/draft.ts'
import type { ChainJob, CheckoutSession, Customer, Subscription } from '../domain/entities.ts'
import { accepted } from '../domain/meter/accepted.ts'
import { isUndeployedSignature } from '../domain/undeployed-signature.ts'
import { presentCustomer } from '../presenters/present-customer.ts'
import type { Transaction } from '../storage/storage.ts'
import { refusePayer } from './admission.ts'
import { refuseCarryingOn } from './carried-on.ts'
import { loadBooks } from './meter/load-books.ts'
import { saveBooks } from './meter/save-books.ts'
import { openingRefused } from './opening-refused.ts'
import type { BillingOperation, Operation } from './operation.ts'
import { refuseOutdated, refuseUnofferable } from './prepare-draft.ts'
import { recordEvent } from './record-event.ts'
import { refuseWhileEscrowIsShort } from './short-escrow.ts'

/**
 * A draft and its signature, which together are the sign-in (docs/money.md, rules 41 and 42). The signature is in lower case,
 * so that equal bytes are equal text.
 */
export type SignedDraft = { draft: Draft; signature: Hex }

/**
 * The subscription that this draft and signature have created already, or null when the session is free.
 *
 * @throws {ApiError} `signature_invalid` for another signature under the accepted draft, `session_already_claimed` for
 * another draft
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
 * Checks whether a signature is the payer's and whether the escrow would open the meter now, by running the opening at
 * the pending block. A plain key's signature is checked without a call to the chain. Reads it, so it runs outside any
 * unit of work.
 *
 * @param isAccepted runs before the chain is read, with the refusals that cost no call
 * @returns false where the draft was accepted meanwhile: by now its deposit may have left the wallet
 * @throws {ApiError} `signature_invalid`, `insufficient_funds`, `payer_frozen`, `chain_unavailable`
 */
export async function checkSignature(
  chain: Chain,
  { draft, signature }: SignedDraft,
  isAccepted: () => Promise<boolean>,
): Promise<boolean> {
  const { terms, account } = draft
  const byKey = await chain.isSignedByKey({ terms, signature })
  if (!byKey && account === 'key' && !isUndeployedSignature(signature))
    throw openingRefused('signature_invalid', terms)
  if (await isAccepted()) return false
  const failure = await chain.simulate({ kind: 'open', terms, signature })
  if (failure !== null && failure !== 'already_open') throw openingRefused(failure, terms)
  return true
}

/**
 * @throws {ApiError} `checkout_session_expired`, `checkout_session_not_open`, `product_inactive`. `signature_invalid`
 * when the time to sign is over, `draft_invalid` when its terms are outdated. The errors of {@link refuseCarryingOn}
 * and {@link refusePayer}. `chain_unavailable` while the escrow is short
 */
export async function refuseUnacceptable(
  operation: Pick<BillingOperation, 'tx' | 'now' | 'policy'>,
  draft: Draft,
  { session, chain }: { session: CheckoutSession; chain: Chain },
): Promise<void> {
  const { tx, now } = operation
  const { terms } = draft
  await refuseUnofferable(tx, session, now)
  await refuseWhileEscrowIsShort(tx, session.mode)
  if (now >= toUnixMillis(terms.openBy)) throw openingRefused('too_late', terms)
  await refuseOutdated(operation, draft, { session, chain })
  const { replaces } = draft
  if (replaces !== null) await refuseCarryingOn(operation, { session, payer: terms.payer, replaces })
  await refusePayer(operation, session, { payer: terms.payer, replaces })
}

/**
 * Accepts a signed draft, once: finds or creates the customer, opens the books of the meter, and commits to the opening
 * (`domain/meter/accepted.ts`).
 *
 * @throws {ApiError} as {@link refuseUnacceptable}. `session_already_claimed` when too many wallets have tried this
 * session. `draft_invalid` for a draft whose deposit was refunded. `chain_unavailable` while its earlier opening is not
 * over
 */
export async function acceptDraft(
  operation: BillingOperation,
  parameters: SignedDraft & { session: CheckoutSession; chain: Chain; email: string },
): Promise<{ jobId: string }> {
  const { session, chain, draft, signature, email } = parameters
  const { tx, now, policy, newId, traceparent = null } = operation
  await refuseUnacceptable(operation, draft, { session, chain })
  const { customer, isNew } = await customerOfWallet(operation, session, {
    walletAddress: draft.terms.payer,
    email,
  })
  const earlier = await tx.subscriptions.get(draft.subscriptionId)
  const [before = null] = earlier ? await loadBooks(tx, [earlier]) : []
  const { chain_id: chainId, escrow } = chain.facts
  const acceptance = {
    draft,
    signature,
    session,
    customer: { id: customer.id, isNew },
    escrow: { chainId, escrow },
  }
  const after = accepted(before, acceptance, { now, policy, newId, traceparent })
  await saveBooks(operation, [{ before, after, now, traceparent }])
  const [opening] = after.jobs as [ChainJob]
  return { jobId: opening.id }
}

/** Customers one session may create, so that a leaked session id cannot fill a merchant's books (docs/money.md, rule 48). */
const MAX_CUSTOMERS_PER_SESSION = 10

/**
 * The customer that a wallet is at this merchant in this mode, found or created. The email address is the last one
 * given.
 *
 * @throws {ApiError} `session_already_claimed` when this session has created too many
 */
async function customerOfWallet(
  operation: Operation,
  session: CheckoutSession,
  { walletAddress, email }: { walletAddress: Address; email: string },
): Promise<{ customer: Customer; isNew: boolean }> {
  const { tx, now, newId } = operation
  const walletKey = walletAddress.toLowerCase()
  const known = await tx.customers.byWallet(session, walletKey)
  if (known) {
    const customer = { ...known, email }
    await tx.customers.update(customer)
    return { customer, isNew: false }
  }
  if (session.customersCreated >= MAX_CUSTOMERS_PER_SESSION) {
    throw new ApiError(
      'session_already_claimed',
      'Too many wallets have tried to authorise this session. Begin a new checkout.',
    )
  }
  const customer: Customer = {
    id: newId('cus_'),
    merchantId: session.merchantId,
    mode: session.mode,
    email,
    walletAddress,
    walletKey,
    subscriptionCount: 0,
    totalSettled: 0n,
    created: now,
  }
  await tx.customers.insert(customer)
  await recordEvent(operation, session, { type: 'customer.created', resource: presentCustomer(customer) })
  return { customer, isNew: true }
}
