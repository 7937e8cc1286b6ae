import {
  checkoutSessionSchema,
  createSessionBodySchema,
  emptyBodySchema,
  emptyQuerySchema,
  listSchema,
  listSessionsQuerySchema,
} from '@per-second/protocol/schema'
import { createSession, expireOnRequest } from '../actions/sessions.ts'
import { presentList } from '../presenters/present-list.ts'
import { presentSessionOf } from '../presenters/present-session.ts'
import { findOrRefuse } from './find-or-refuse.ts'
import { pageOrRefuse, pageRequest } from './page-request.ts'
import { effectRoute, type Route, readRoute } from './route.ts'

export const checkoutSessionRoutes: Route[] = [
  effectRoute({
    method: 'POST',
    path: '/v1/checkout/sessions',
    operationId: 'checkout.sessions.create',
    refusals: ['resource_missing', 'url_invalid', 'product_inactive'],
    summary: 'Create a checkout session',
    auth: 'secret',
    query: emptyQuerySchema,
    body: createSessionBodySchema,
    response: checkoutSessionSchema,
    lookAhead: ({ caller, body }, tx) =>
      Promise.all([tx.products.get(body.product), tx.merchants.get(caller.scope.merchantId)]),
    act: async ({ caller, body }, operation) => {
      const { tx, now } = operation
      const product = await findOrRefuse(tx.products, caller.scope, body.product, 'product', 'product')
      const session = await createSession(operation, caller.scope, {
        product,
        successUrl: body.success_url,
        cancelUrl: body.cancel_url,
        maxDurationSeconds: body.max_duration_seconds ?? null,
      })
      return { body: await presentSessionOf(tx, session, now) }
    },
  }),
  readRoute({
    method: 'GET',
    path: '/v1/checkout/sessions',
    operationId: 'checkout.sessions.list',
    summary: 'List checkout sessions',
    auth: 'secret',
    query: listSessionsQuerySchema,
    body: null,
    response: listSchema(checkoutSessionSchema),
    read: async ({ deps, caller, query }, tx) => {
      const now = deps.clock.now()
      const filter = { status: query.status, now }
      const page = pageOrRefuse(await tx.sessions.list(caller.scope, pageRequest(query), filter), query)
      const data = []
      for (const session of page.data) data.push(await presentSessionOf(tx, session, now))
      return presentList('/v1/checkout/sessions', data, page.hasMore)
    },
  }),
  readRoute({
    method: 'GET',
    path: '/v1/checkout/sessions/{id}',
    operationId: 'checkout.sessions.retrieve',
    summary: 'Retrieve a checkout session',
    auth: 'secret',
    query: emptyQuerySchema,
    body: null,
    response: checkoutSessionSchema,
    lookAhead: ({ id }, tx) => tx.sessions.get(id),
    read: async ({ deps, caller, params }, tx) => {
      const session = await findOrRefuse(tx.sessions, caller.scope, params.id, 'checkout session')
      return presentSessionOf(tx, session, deps.clock.now())
    },
  }),
  effectRoute({
    method: 'POST',
    path: '/v1/checkout/sessions/{id}/expire',
    operationId: 'checkout.sessions.expire',
    refusals: ['checkout_session_not_open', 'checkout_session_expired'],
    summary: 'Expire an open checkout session',
    auth: 'secret',
    query: emptyQuerySchema,
    body: emptyBodySchema,
    response: checkoutSessionSchema,
    act: async ({ caller, params }, operation) => {
      const { tx, now } = operation
      const session = await findOrRefuse(tx.sessions, caller.scope, params.id, 'checkout session')
      return { body: await presentSessionOf(tx, await expireOnRequest(operation, session), now) }
    },
  }),
]
