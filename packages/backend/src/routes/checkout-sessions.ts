import { usdFromBaseUnits } from '@per-second/protocol/money'
import {
  chainSchema,
  checkoutSessionSchema,
  createSessionBodySchema,
  listSessionsQuerySchema,
  signInBodySchema,
  signInChallengeBodySchema,
  signInChallengeSchema,
  signInSchema,
  signOutSchema,
} from '@per-second/protocol/schema'
import { toUnixSeconds } from '@per-second/protocol/time'
import type { CapFixedBy } from '@per-second/protocol/types'
import { createSession, expireOnRequest } from '../actions/sessions.ts'
import { completeSignIn, issueChallenge, verifySignIn } from '../actions/sign-in.ts'
import { presentSessionOf } from '../presenters/present-session.ts'
import { checksummed } from './checksummed.ts'
import { chainOrRefuse, findOrRefuse, sessionOrRefuse } from './find-or-refuse.ts'
import { readRoutes } from './read-routes.ts'
import { effectRoute, type Route, readRoute } from './route.ts'

export const checkoutSessionRoutes: Route[] = [
  effectRoute({
    path: '/v1/checkout/sessions',
    operationId: 'checkout.sessions.create',
    refusals: ['resource_missing', 'url_invalid', 'product_inactive', 'deposit_below_minimum'],
    summary: 'Create a checkout session',
    description:
      'Call this from your server, then pass the `id` to your page. `max_duration_seconds` fixes the maximum duration. Without it the subscriber chooses. An unknown `product` is a 404 with `param` = `product`.',
    auth: 'secret',
    body: createSessionBodySchema,
    response: checkoutSessionSchema,
    prefetch: ({ caller, body }, tx) =>
      Promise.all([tx.products.get(body.product), tx.merchants.get(caller.scope.merchantId)]),
    act: async ({ caller, body }, operation) => {
      const { tx, now } = operation
      const product = await findOrRefuse(tx.products, caller.scope, {
        id: body.product,
        noun: 'product',
        param: 'product',
      })
      const session = await createSession(operation, product, body)
      return { body: await presentSessionOf(tx, session, now) }
    },
  }),
  ...readRoutes({
    path: '/v1/checkout/sessions',
    operationId: 'checkout.sessions',
    noun: 'checkout session',
    query: listSessionsQuerySchema,
    response: checkoutSessionSchema,
    texts: {
      retrieve:
        'Call this from your success page: `complete` means authorised. Do not trust the redirect alone.',
    },
    of: tx => tx.sessions,
    filter: ({ status, customer, product }, now) => ({ status, customer, product, now }),
    present: (session, now, tx) => presentSessionOf(tx, session, now),
  }),
  effectRoute({
    path: '/v1/checkout/sessions/{id}/expire',
    operationId: 'checkout.sessions.expire',
    refusals: ['checkout_session_not_open', 'checkout_session_expired'],
    summary: 'Expire an open checkout session',
    description: 'For an `open` session without a pending opening.',
    auth: 'secret',
    response: checkoutSessionSchema,
    act: async ({ caller, params }, operation) => {
      const { tx, now } = operation
      const session = await findOrRefuse(tx.sessions, caller.scope, {
        id: params.id,
        noun: 'checkout session',
      })
      return { body: await presentSessionOf(tx, await expireOnRequest(operation, session), now) }
    },
  }),
]

export const clientSessionRoutes: Route[] = [
  readRoute({
    path: '/v1/client/checkout/sessions/{cs}',
    operationId: 'client.sessions.retrieve',
    summary: 'Retrieve the session of this page',
    auth: 'none',
    response: checkoutSessionSchema,
    tellsCap: true,
    read: async ({ deps, params, headers }, tx) => {
      const session = await sessionOrRefuse(tx, params.cs)
      if (session.maxDurationSeconds !== null) {
        headers['Billing-Cap'] = (session.capFixed ? 'merchant' : 'subscriber') satisfies CapFixedBy
      }
      return presentSessionOf(tx, session, deps.clock.now())
    },
  }),
  readRoute({
    path: '/v1/client/checkout/sessions/{cs}/chain',
    operationId: 'client.sessions.chain',
    refusals: ['chain_unavailable'],
    summary: 'Retrieve the network that the session settles on',
    auth: 'none',
    response: chainSchema,
    read: async ({ deps, params }, tx) => {
      const session = await sessionOrRefuse(tx, params.cs)
      const { facts } = chainOrRefuse(deps, session.mode)
      return { ...facts, min_deposit_usd: usdFromBaseUnits(deps.policy.minDeposit) }
    },
  }),
  effectRoute({
    path: '/v1/client/checkout/sessions/{cs}/sign_out',
    operationId: 'client.sessions.sign_out',
    summary: 'End this client token',
    description: 'Ends the token of this call only.',
    auth: 'client',
    response: signOutSchema,
    act: async ({ caller }, { tx, now }) => {
      const token = await tx.tokens.get(caller.tokenId)
      if (token) await tx.tokens.update({ ...token, revokedAt: now })
      return { body: { object: 'sign_out' } }
    },
  }),
  effectRoute({
    path: '/v1/client/checkout/sessions/{cs}/sign_in/challenge',
    operationId: 'client.sign_in.challenge',
    refusals: [
      'checkout_session_not_complete',
      'session_already_claimed',
      'sign_in_domain_mismatch',
      'chain_unavailable',
    ],
    summary: 'Request an EIP-4361 text to sign',
    description:
      'For a return to a complete session from another browser, with the same wallet. The text names the calling page (`Origin`, or the host of `success_url` without one). It is valid for 5 minutes, once.',
    auth: 'none',
    signIn: true,
    body: signInChallengeBodySchema,
    response: signInChallengeSchema,
    gather: async ({ body }) => checksummed(body.wallet_address, 'wallet_address'),
    act: async ({ deps, params, body, origin }, operation, walletAddress) => {
      const session = await sessionOrRefuse(operation.tx, params.cs)
      const challenge = await issueChallenge(operation, {
        session,
        walletAddress,
        chainId: body.chain_id,
        chain: chainOrRefuse(deps, session.mode),
        origin,
      })
      return {
        body: {
          object: 'sign_in.challenge',
          message: challenge.message,
          nonce: challenge.id,
          expires_at: toUnixSeconds(challenge.expiresAt),
        },
      }
    },
  }),
  effectRoute({
    path: '/v1/client/checkout/sessions/{cs}/sign_in',
    operationId: 'client.sign_in',
    refusals: [
      'checkout_session_not_complete',
      'sign_in_nonce_invalid',
      'sign_in_expired',
      'sign_in_domain_mismatch',
      'signature_invalid',
      'chain_unavailable',
    ],
    summary: 'Sign in to a meter with a signed text',
    description:
      'Returns a client token for the session’s meter. It lasts until 24 hours after the meter’s end, or after this sign-in if that is later. `expires_at` is the latest possible time. At most 10 tokens are valid at once: the oldest are deleted.',
    auth: 'none',
    asksChain: true,
    signIn: true,
    secretAnswer: true,
    body: signInBodySchema,
    response: signInSchema,
    gather: async ({ deps, params, body, origin }) => {
      const session = await deps.storage.read(tx => sessionOrRefuse(tx, params.cs))
      const chain = chainOrRefuse(deps, session.mode)
      const { message, signature } = body
      return verifySignIn(
        { storage: deps.storage, now: deps.clock.now(), chain },
        { session, message, signature, origin },
      )
    },
    act: async ({ params }, operation, challenge) => {
      const session = await sessionOrRefuse(operation.tx, params.cs)
      const signedIn = await completeSignIn(operation, { session, challenge })
      return {
        body: {
          object: 'sign_in',
          client_token: signedIn.token,
          expires_at: toUnixSeconds(signedIn.expiresAt),
          customer: signedIn.customer.id,
          session: await presentSessionOf(operation.tx, session, operation.now),
        },
      }
    },
  }),
]
