import { meterDigest } from '@per-second/protocol/terms'
import type { Hex } from '@per-second/protocol/types'
import { ApiError } from '../api-error.ts'
import type { Draft } from '../draft.ts'
import type { CheckoutSession, Subscription } from '../entities.ts'
import { changed, type MeterBooks, type MeterContext, pendingJobs } from './books.ts'
import { withJob } from './jobs.ts'

/** A signed draft, and where it belongs. */
export type Acceptance = {
  draft: Draft
  signature: Hex
  session: CheckoutSession
  customer: { id: string; isNew: boolean }
  /** The chain and the escrow of the terms. Both are part of the meter's id. */
  escrow: { chainId: number; escrow: Hex }
}

/**
 * Opens the books of a meter: a draft with its signature was accepted, and its opening is requested. The session is taken until the fate of
 * the opening is known (docs/money.md, rule 34).
 *
 * @param earlier the books of the same draft, whose opening has failed, or null for a new draft
 * @throws {ApiError} `draft_invalid` for a draft whose deposit was refunded, `chain_unavailable` while a job of it is pending
 */
export function accepted(
  earlier: MeterBooks | null,
  acceptance: Acceptance,
  context: MeterContext,
): MeterBooks {
  if (earlier?.subscription.closed)
    throw new ApiError('draft_invalid', 'This draft was opened and returned. Prepare again.', {
      param: 'draft',
    })
  if (earlier && pendingJobs(earlier).length > 0)
    throw new ApiError(
      'chain_unavailable',
      'The chain is still processing this draft. Repeat the call shortly.',
    )
  const { session, customer } = acceptance
  const subscription = subscriptionOf(acceptance, context.now)
  const { openingsFailed } = earlier?.subscription ?? subscription
  const books: MeterBooks = {
    subscription: { ...subscription, openingsFailed },
    session: changed(session, {
      customerId: customer.id,
      subscriptionId: subscription.id,
      maxDurationSeconds: subscription.maxDurationSeconds,
      customersCreated: session.customersCreated + (customer.isNew ? 1 : 0),
    }),
    jobs: [],
    signed: new Map(),
    invoices: [],
    log: null,
  }
  return withJob(books, context, { kind: 'open', toSecond: 0, periodEnd: context.now })
}

function subscriptionOf(
  { draft, signature, session, customer, escrow }: Acceptance,
  now: number,
): Subscription {
  const { terms } = draft
  return {
    id: draft.subscriptionId,
    merchantId: session.merchantId,
    mode: session.mode,
    customerId: customer.id,
    productId: session.productId,
    sessionId: session.id,
    status: 'incomplete',
    rateUsd: session.rateUsd,
    allowPause: session.allowPause,
    startMode: session.startMode,
    maxDurationSeconds: terms.maxSeconds,
    terms,
    meterId: meterDigest(terms, escrow),
    operator: terms.operator,
    signature,
    openingTxHash: null,
    openingsFailed: 0,
    startedAt: null,
    pausedAt: null,
    pausedBy: null,
    pausedMillis: 0,
    endedAt: null,
    cancelReason: null,
    resumesAs: null,
    ownEndedAt: null,
    replaces: draft.replaces,
    replacedBy: null,
    isEnding: false,
    billedSeconds: 0,
    settledGross: 0n,
    settledFee: 0n,
    refunded: 0n,
    loggedSeconds: 0,
    invoicedSeconds: 0,
    logFaulty: false,
    closed: false,
    latestInvoiceId: null,
    dueAt: null,
    nextSettlementAt: null,
    created: now,
  }
}
