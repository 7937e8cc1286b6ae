import {
  checkoutSessionSchema,
  createSessionBodySchema,
  listSessionsQuerySchema,
} from '@per-second/protocol/schema'
import { createSession, expireOnRequest } from '../actions/sessions.ts'
import { presentSessionOf } from '../presenters/present-session.ts'
import { findOrRefuse } from './find-or-refuse.ts'
import { readRoutes } from './read-routes.ts'
import { effectRoute, type Route } from './route.ts'

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
      const product = await findOrRefuse(tx.products, caller.scope, body.product, 'product', 'product')
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
      const session = await findOrRefuse(tx.sessions, caller.scope, params.id, 'checkout session')
      return { body: await presentSessionOf(tx, await expireOnRequest(operation, session), now) }
    },
  }),
]
