import {
  authorisationSchema,
  authoriseBodySchema,
  prepareBodySchema,
  preparedAuthorisationSchema,
} from '@per-second/protocol/schema'
import { depositOfTerms, openingTypedData, termsToWire } from '@per-second/protocol/terms'
import { toUnixSeconds } from '@per-second/protocol/time'
import type {
  Address,
  Authorisation,
  AuthoriseBody,
  Hex,
  PreparedAuthorisation,
} from '@per-second/protocol/types'
import {
  acceptDraft,
  acceptedBefore,
  checkSignature,
  refuseUnacceptable,
  type SignedDraft,
} from '../actions/accept-draft.ts'
import { refuseUnpaidMerchant } from '../actions/admission.ts'
import { issueClientToken } from '../actions/client-token.ts'
import { openingFailed, openingRefused, payerFrozen } from '../actions/opening-refused.ts'
import { prepareDraft, refuseUnofferable } from '../actions/prepare-draft.ts'
import type { Chain } from '../chain/chain.ts'
import { ApiError } from '../domain/api-error.ts'
import { type Draft, type Drafts, draftOf } from '../domain/draft.ts'
import type { CheckoutSession, Mode } from '../domain/entities.ts'
import { presentSessionOf } from '../presenters/present-session.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import type { Transaction } from '../storage/storage.ts'
import { checksummed } from './checksummed.ts'
import type { Deps } from './deps.ts'
import { chainOfOperator, chainOrRefuse, sessionOrRefuse } from './find-or-refuse.ts'
import { effectRoute, type Route } from './route.ts'

export const clientAuthorisationRoutes: Route[] = [
  effectRoute({
    path: '/v1/client/checkout/sessions/{cs}/prepare',
    operationId: 'client.authorisation.prepare',
    refusals: [
      'parameter_missing',
      'resource_missing',
      'deposit_below_minimum',
      'open_meters_exceeded',
      'checkout_session_not_open',
      'checkout_session_expired',
      'subscription_invalid_state',
      'product_inactive',
      'payer_frozen',
      'chain_unavailable',
    ],
    summary: 'Prepare the terms to sign',
    description:
      'Stores nothing and reserves nothing: any number of drafts may exist. Keep 32 random bytes and send their SHA-256 as `claim`. Check the response before you sign: rebuild terms and typed data yourself. `sign_by` is 15 minutes ahead, 30 for contract wallets, never after the session expires.',
    auth: 'none',
    asksChain: true,
    keepsNothing: true,
    body: prepareBodySchema,
    response: preparedAuthorisationSchema,
    gather: async ({ deps, params, body }) => {
      const payer = checksummed(body.wallet_address, 'wallet_address')
      const session = await deps.storage.read(async tx => {
        const found = await sessionOrRefuse(tx, params.cs)
        await refuseUnofferable(tx, found, deps.clock.now())
        await refuseUnpaid(deps, tx, { session: found, payer })
        return found
      })
      const chain = chainOrRefuse(deps, session.mode)
      const [account, isFrozen] = await Promise.all([chain.accountKind(payer), chain.isFrozen(payer)])
      if (isFrozen) throw payerFrozen(payer)
      return { payer, account }
    },
    act: async ({ deps, params, body }, operation, { payer, account }) => {
      const { tx, now } = operation
      const session = await sessionOrRefuse(tx, params.cs)
      const chain = chainOrRefuse(deps, session.mode)
      const draft = await prepareDraft(operation, {
        session,
        chain,
        payer,
        account,
        claim: body.claim,
        maxDurationSeconds: body.max_duration_seconds ?? null,
        replaces: body.replaces ?? null,
      })
      const { terms } = draft
      const { chain_id: chainId, escrow } = chain.facts
      return {
        body: {
          object: 'authorisation',
          session: await presentSessionOf(tx, session, now),
          subscription_id: draft.subscriptionId,
          draft: deps.drafts.seal(draft),
          terms: termsToWire(terms),
          typed_data: openingTypedData(terms, { chainId, escrow }),
          deposit_wei: depositOfTerms(terms).toString(),
          sign_by: terms.openBy,
        } satisfies PreparedAuthorisation,
      }
    },
  }),
  effectRoute({
    path: '/v1/client/checkout/sessions/{cs}/authorise',
    operationId: 'client.authorisation.authorise',
    refusals: [
      'draft_invalid',
      'resource_missing',
      'session_already_claimed',
      'checkout_session_not_open',
      'checkout_session_expired',
      'open_meters_exceeded',
      'subscription_invalid_state',
      'product_inactive',
      'signature_invalid',
      'insufficient_funds',
      'payer_frozen',
      'chain_unavailable',
    ],
    summary: 'Submit the signature and open the meter',
    description:
      'The signature is the sign-in. It creates customer and subscription and fixes the maximum duration. After that another draft is rejected. Responds when the opening is on-chain, or after 15 seconds with the session still `open`: repeat the call with the same draft, secret and signature to wait. Each response has its own token, and the meter opens once. The token lasts until 24 hours after the meter’s end; `expires_at` is the latest possible time. If the opening fails, the session is free again, and the same signature can be submitted until `sign_by`.',
    auth: 'none',
    asksChain: true,
    answersAfresh: true,
    body: authoriseBodySchema,
    response: authorisationSchema,
    gather: async ({ deps, params, body }) => {
      const { storage, clock, policy } = deps
      const session = await storage.read(tx => sessionOrRefuse(tx, params.cs))
      const signed = signedDraft(deps.drafts, session.id, body)
      // A signature that was accepted is not judged again: by now its deposit may have left the wallet.
      const isRepeat =
        session.subscriptionId === signed.draft.subscriptionId &&
        (await storage.read(tx => acceptedBefore(tx, session, signed))) !== null
      if (isRepeat) return { isChecked: false }
      const { draft } = signed
      const chain = chainOfDraft(deps, session.mode, draft)
      const isChecked = await checkSignature(chain, signed, () =>
        storage.read(async tx => {
          // Handed in twice at once it must not be refused for the meter that it has opened itself.
          const current = await sessionOrRefuse(tx, params.cs)
          if ((await acceptedBefore(tx, current, signed)) !== null) return true
          await refuseUnacceptable({ tx, now: clock.now(), policy }, draft, { session: current, chain })
          await refuseUnpaid(deps, tx, { session: current, payer: draft.terms.payer })
          return false
        }),
      ).catch(error => {
        if (error instanceof ApiError && error.code === 'signature_invalid') deps.drafts.countRefusal(draft)
        throw error
      })
      return { isChecked }
    },
    act: async ({ deps, params, body }, operation, { isChecked }) => {
      const { tx } = operation
      const session = await sessionOrRefuse(tx, params.cs)
      const signed = signedDraft(deps.drafts, session.id, body)
      const accepted = await acceptedBefore(tx, session, signed)
      if (accepted !== null) {
        const pending = await tx.jobs.pendingOf([accepted.id])
        const opening = session.status === 'open' ? pending.find(({ kind }) => kind === 'open') : undefined
        return { jobId: opening?.id ?? null }
      }
      if (!isChecked) throw openingRefused('reverted', signed.draft.terms)
      const chain = chainOfDraft(deps, session.mode, signed.draft)
      return acceptDraft(operation, { ...signed, session, chain, email: body.email })
    },
    conclude: async ({ deps, params, body }, operation, jobId) => {
      const { tx, now } = operation
      const session = await sessionOrRefuse(tx, params.cs)
      const job = jobId === null ? null : await tx.jobs.get(jobId)
      const signed = signedDraft(deps.drafts, session.id, body)
      const { terms } = signed.draft
      if (job?.status === 'failed') throw openingFailed(job.failure, terms)
      const subscription = await acceptedBefore(tx, session, signed)
      if (subscription === null) throw openingRefused('reverted', terms)
      if (subscription.openingTxHash === null) {
        throw new ApiError(
          'chain_unavailable',
          'The chain is not responding. The authorisation continues: repeat the call.',
        )
      }
      const { token, expiresAt } = await issueClientToken(operation, subscription)
      return {
        object: 'authorisation',
        session: await presentSessionOf(tx, session, now),
        subscription: presentSubscription(subscription, now),
        customer: subscription.customerId,
        tx_hash: subscription.openingTxHash,
        client_token: token,
        expires_at: toUnixSeconds(expiresAt),
      } satisfies Authorisation
    },
  }),
]

/** Whether a merchant's openings are paid for is read before the unit of work, in which it would collide with all of them. */
function refuseUnpaid(
  deps: Deps,
  tx: Transaction,
  { session, payer }: { session: CheckoutSession; payer: Address },
): Promise<void> {
  const { clock, policy, metrics } = deps
  return refuseUnpaidMerchant({ tx, now: clock.now(), policy, metrics }, session, payer)
}

/** @throws {ApiError} `draft_invalid` */
function signedDraft(drafts: Drafts, sessionId: string, body: AuthoriseBody): SignedDraft {
  const { draft, secret, signature } = body
  return { draft: draftOf(drafts, { sessionId, draft, secret }), signature: signature.toLowerCase() as Hex }
}

/** A draft may be older than a change of the operator's key. While that key is at hand, it opens the draft's meter. */
function chainOfDraft(deps: Pick<Deps, 'operators'>, mode: Mode, { terms }: Draft): Chain {
  const own = chainOfOperator(deps, mode, terms.operator)
  if (own !== null) return own
  throw new ApiError('draft_invalid', 'The operator of this draft is gone. Prepare again.', {
    param: 'draft',
  })
}
