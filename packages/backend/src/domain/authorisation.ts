import { rateInTermsUnits } from '@per-second/protocol/money'
import {
  DEFAULT_STOP_GRACE_SECONDS,
  depositOfTerms,
  EXPIRY_AFTER_MAXIMUM_SECONDS,
  type MeterTerms,
  meterDigest,
  saltOfSubscription,
} from '@per-second/protocol/terms'
import { SIGN_BY_SECONDS, toUnixMillis, toUnixSeconds } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { Chain, SimulationFailure } from '../chain/chain.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import { ApiError } from './api-error.ts'
import type { ChainJob, CheckoutSession, Customer, Merchant, Subscription } from './entities.ts'
import type { Operation } from './operation.ts'
import { recordEvent } from './record-event.ts'
import { refuseUnlessOpen } from './session-status.ts'

/** Terms are handed out again while at least this much of their time to sign is left, in seconds (protocol rules, section 4). */
const REUSE_TERMS_SECONDS = 300

/** Openings of one subscription that may revert before it is refused more (protocol rules, section 4). */
const MAX_FAILED_OPENINGS = 3

/**
 * Fixes what a subscriber is to sign: the subscription `incomplete`, with terms for exactly this cap. The same cap again answers
 * the same terms; another cap replaces them.
 *
 * @throws {ApiError} `checkout_session_expired`, `checkout_session_not_open`, `product_inactive`, `parameter_missing`,
 *   `parameter_invalid` when the merchant fixed another cap
 */
export async function prepareAuthorisation(
  operation: Operation,
  parameters: {
    session: CheckoutSession
    customer: Customer
    merchant: Merchant
    chain: Chain
    maxDurationSeconds: number | null
  },
): Promise<Subscription> {
  const { session, customer, merchant, chain } = parameters
  const { tx, now } = operation
  refuseUnlessOpen(session, now)
  const product = await tx.products.get(session.productId)
  if (!product?.active) throw new ApiError('product_inactive', 'This product is no longer offered.')
  const maxDurationSeconds = capOf(session, parameters.maxDurationSeconds)

  const earlier = session.subscriptionId === null ? null : await tx.subscriptions.get(session.subscriptionId)
  if (earlier) refuseAfterFailures(earlier)
  const nowSeconds = toUnixSeconds(now)
  if (
    earlier &&
    earlier.maxDurationSeconds === maxDurationSeconds &&
    earlier.terms.openBy - nowSeconds >= REUSE_TERMS_SECONDS
  ) {
    return earlier
  }

  const id = earlier?.id ?? operation.newId('sub_')
  const openBy = Math.min(nowSeconds + SIGN_BY_SECONDS, toUnixSeconds(session.expiresAt))
  const terms: MeterTerms = {
    payer: customer.walletAddress,
    merchant: merchant.payoutAddress,
    operator: chain.facts.operator,
    token: chain.facts.token.address,
    feeRecipient: chain.facts.fee_recipient,
    feeBps: chain.facts.fee_bps,
    ratePerSecond: rateInTermsUnits(session.rateUsd),
    maxSeconds: maxDurationSeconds,
    stopGrace: DEFAULT_STOP_GRACE_SECONDS,
    openBy,
    expiry: openBy + maxDurationSeconds + EXPIRY_AFTER_MAXIMUM_SECONDS,
    salt: saltOfSubscription(id),
  }
  const digest = meterDigest(terms, { chainId: chain.facts.chain_id, escrow: chain.facts.escrow })
  const subscription: Subscription = earlier
    ? { ...earlier, maxDurationSeconds, terms, digest, openingTxHash: null }
    : {
        id,
        merchantId: session.merchantId,
        mode: session.mode,
        customerId: customer.id,
        productId: session.productId,
        sessionId: session.id,
        status: 'incomplete',
        rateUsd: session.rateUsd,
        allowPause: session.allowPause,
        startMode: session.startMode,
        maxDurationSeconds,
        terms,
        digest,
        signature: null,
        openingTxHash: null,
        openingsFailed: 0,
        startedAt: null,
        pausedAt: null,
        pausedBy: null,
        pausedMillis: 0,
        endedAt: null,
        cancelReason: null,
        resumesAs: null,
        billedSeconds: 0,
        settledGross: 0n,
        settledFee: 0n,
        refunded: 0n,
        closed: false,
        latestInvoiceId: null,
        dueAt: null,
        nextSettlementAt: null,
        created: now,
      }
  if (earlier) await tx.subscriptions.update(subscription)
  else await tx.subscriptions.insert(subscription)
  await tx.sessions.update({ ...session, customerId: customer.id, subscriptionId: id, maxDurationSeconds })
  await recordEvent(operation, session, 'subscription.prepared', presentSubscription(subscription, now))
  return subscription
}

/**
 * Finds out whether the escrow would accept this signature now, by running the opening at the pending block. Reads the chain, so
 * it runs outside any unit of work.
 *
 * @throws {ApiError} `signature_invalid`, `insufficient_funds`, `chain_unavailable`
 */
export async function checkSignature(parameters: {
  subscription: Subscription
  chain: Chain
  signature: Hex
}): Promise<void> {
  const { subscription, chain, signature } = parameters
  const failure = await chain.simulate({ kind: 'open', terms: subscription.terms, signature })
  if (failure !== null && failure !== 'already_open') throw openingRefused(failure, subscription.terms)
}

/**
 * Accepts a signature: from here on the terms are fixed until the opening's fate is known.
 *
 * @throws {ApiError} `checkout_session_expired`, `checkout_session_not_open`, `signature_invalid` when the time to sign is over
 */
export async function acceptSignature(
  operation: Operation,
  parameters: { session: CheckoutSession; subscription: Subscription; signature: Hex },
): Promise<{ jobId: string | null }> {
  const { session, subscription, signature } = parameters
  const { tx, now } = operation
  if (session.status === 'complete') return { jobId: null }
  if (session.openingInFlight) {
    const [underWay] = await tx.jobs.pendingOf(subscription.id)
    return { jobId: underWay?.id ?? null }
  }
  refuseUnlessOpen(session, now)
  refuseAfterFailures(subscription)
  if (now >= toUnixMillis(subscription.terms.openBy)) throw openingRefused('too_late', subscription.terms)
  const job: ChainJob = {
    id: operation.newId('job_'),
    mode: session.mode,
    kind: 'open',
    subscriptionId: subscription.id,
    digest: subscription.digest,
    terms: subscription.terms,
    signature,
    toSecond: 0,
    periodEnd: now,
    status: 'pending',
    transactionId: null,
    attempts: 0,
    failure: null,
    invoiceIds: [],
    notBefore: now,
    created: now,
  }
  await tx.jobs.insert(job)
  await tx.subscriptions.update({ ...subscription, signature })
  await tx.sessions.update({ ...session, openingInFlight: true })
  return { jobId: job.id }
}

/** Why the escrow would not open a meter, in words a subscriber can act on. */
export function openingRefused(failure: SimulationFailure, terms: MeterTerms): ApiError {
  switch (failure) {
    case 'insufficient_funds':
      return new ApiError(
        'insufficient_funds',
        `The wallet ${terms.payer} holds less than the deposit of ${depositOfTerms(terms)} base units. Add AUSD or choose a shorter time.`,
      )
    case 'signature_invalid':
      return new ApiError(
        'signature_invalid',
        `This is not the signature of ${terms.payer} under these terms.`,
        {
          param: 'signature',
        },
      )
    case 'too_late':
      return new ApiError(
        'signature_invalid',
        'The time to sign these terms is over. Prepare again and sign the new terms.',
        { param: 'signature' },
      )
    case 'token_paused':
    case 'already_open':
    case 'reverted':
      return new ApiError(
        'chain_unavailable',
        'The escrow does not accept openings right now. Try again shortly.',
        {
          status: 503,
        },
      )
  }
}

function refuseAfterFailures({ openingsFailed }: Subscription): void {
  if (openingsFailed < MAX_FAILED_OPENINGS) return
  // Not checkout_session_not_open, which says that an opening is in flight and worth waiting for.
  throw new ApiError(
    'subscription_invalid_state',
    'The chain refused this authorisation three times. Begin a new checkout.',
  )
}

function capOf(session: CheckoutSession, asked: number | null): number {
  if (!session.capFixed) {
    if (asked !== null) return asked
    throw new ApiError('parameter_missing', 'Choose how long the meter may run at most, in seconds.', {
      param: 'max_duration_seconds',
    })
  }
  const fixed = session.maxDurationSeconds as number
  if (asked === null || asked === fixed) return fixed
  throw new ApiError('parameter_invalid', `The merchant fixed the longest time at ${fixed} seconds.`, {
    param: 'max_duration_seconds',
  })
}
