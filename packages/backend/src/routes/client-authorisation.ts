import {
  authorisationSchema,
  authoriseBodySchema,
  emptyQuerySchema,
  prepareBodySchema,
  preparedAuthorisationSchema,
} from '@per-second/protocol/schema'
import { ApiError } from '../domain/api-error.ts'
import { acceptSignature, checkSignature, prepareAuthorisation } from '../domain/authorisation.ts'
import type { CheckoutSession, Subscription } from '../domain/entities.ts'
import { sessionStatus } from '../domain/session-status.ts'
import { presentAuthorised, presentPrepared } from '../presenters/present-authorisation.ts'
import type { Transaction } from '../storage/storage.ts'
import { claimedSession } from './claimed-session.ts'
import { chainOrRefuse } from './find-or-refuse.ts'
import { type ClientCaller, effectRoute, type Json, type Route } from './route.ts'

export const clientAuthorisationRoutes: Route[] = [
  effectRoute({
    method: 'POST',
    path: '/v1/client/checkout/sessions/{cs}/prepare',
    operationId: 'client.authorisation.prepare',
    refusals: [
      'parameter_missing',
      'checkout_session_not_open',
      'checkout_session_expired',
      'subscription_invalid_state',
      'product_inactive',
      'chain_unavailable',
    ],
    summary: 'Fix what is to be signed',
    auth: 'client',
    query: emptyQuerySchema,
    body: prepareBodySchema,
    response: preparedAuthorisationSchema,
    act: async ({ deps, caller, body }, operation) => {
      const { tx, now } = operation
      const session = await claimedSession(tx, caller)
      const customer = await tx.customers.get(caller.customerId)
      const merchant = await tx.merchants.get(session.merchantId)
      if (customer === null || merchant === null)
        throw new Error(`Session ${session.id} has lost its parties.`)
      const chain = chainOrRefuse(deps, session.mode)
      const subscription = await prepareAuthorisation(operation, {
        session,
        customer,
        merchant,
        chain,
        maxDurationSeconds: body.max_duration_seconds ?? null,
      })
      const prepared = await claimedSession(tx, caller)
      return { body: await presentPrepared(tx, prepared, subscription, chain, now) }
    },
  }),
  effectRoute({
    method: 'POST',
    path: '/v1/client/checkout/sessions/{cs}/authorise',
    operationId: 'client.authorisation.authorise',
    refusals: [
      'checkout_session_not_open',
      'checkout_session_expired',
      'subscription_invalid_state',
      'signature_invalid',
      'insufficient_funds',
      'chain_unavailable',
    ],
    summary: 'Hand in the signature; the meter opens',
    auth: 'client',
    query: emptyQuerySchema,
    body: authoriseBodySchema,
    response: authorisationSchema,
    gather: async ({ deps, caller, body }) => {
      const { session, subscription } = await deps.storage.read(tx => authorisationOf(tx, caller))
      // A signature that was accepted is not judged again: by now its deposit may have left the wallet.
      const undecided = sessionStatus(session, deps.clock.now()) === 'open' && !session.openingInFlight
      if (undecided) {
        const chain = chainOrRefuse(deps, session.mode)
        await checkSignature({ subscription, chain, signature: body.signature })
      }
      return { digest: undecided ? subscription.digest : null }
    },
    act: async ({ caller, body }, operation, evidence) => {
      const { tx } = operation
      const { session, subscription } = await authorisationOf(tx, caller)
      const settled = session.status === 'complete' || session.openingInFlight
      if (!settled && evidence.digest !== null && evidence.digest !== subscription.digest) {
        throw new ApiError(
          'signature_invalid',
          'The terms were prepared anew meanwhile. Sign the new ones.',
          {
            param: 'signature',
          },
        )
      }
      const { jobId } = await acceptSignature(operation, { session, subscription, signature: body.signature })
      return jobId === null ? { body: await authorisedAnswer(caller, tx, operation.now) } : { jobId }
    },
    present: async ({ deps, caller }, tx, jobId) => {
      const job = await tx.jobs.get(jobId)
      if (job?.status === 'failed') {
        const code = job.failure ?? 'chain_unavailable'
        const status = code === 'chain_unavailable' ? { status: 503 } : {}
        throw new ApiError(
          code,
          'The escrow did not accept this authorisation. Prepare and sign again.',
          status,
        )
      }
      return authorisedAnswer(caller, tx, deps.clock.now())
    },
  }),
]

/** @throws {ApiError} `subscription_invalid_state` when nothing was prepared */
async function authorisationOf(
  tx: Transaction,
  caller: ClientCaller,
): Promise<{ session: CheckoutSession; subscription: Subscription }> {
  const session = await claimedSession(tx, caller)
  const subscription =
    session.subscriptionId === null ? null : await tx.subscriptions.get(session.subscriptionId)
  if (subscription === null) {
    throw new ApiError('subscription_invalid_state', 'Nothing was prepared to be authorised in this session.')
  }
  return { session, subscription }
}

/** @throws {ApiError} `chain_unavailable` while the chain has not even been given the opening */
async function authorisedAnswer(caller: ClientCaller, tx: Transaction, now: number): Promise<Json> {
  const { session, subscription } = await authorisationOf(tx, caller)
  if (subscription.openingTxHash === null) {
    throw new ApiError(
      'chain_unavailable',
      'The chain does not answer. The authorisation goes on; ask again.',
      {
        status: 503,
      },
    )
  }
  return presentAuthorised(tx, session, subscription, subscription.openingTxHash, now)
}
