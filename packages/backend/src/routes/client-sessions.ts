import {
  chainSchema,
  checkoutSessionSchema,
  emptyBodySchema,
  emptyQuerySchema,
} from '@per-second/protocol/schema'
import { signOut } from '../domain/sign-in.ts'
import { presentSessionOf } from '../presenters/present-session.ts'
import { claimedSession } from './claimed-session.ts'
import { chainOrRefuse, sessionOrRefuse } from './find-or-refuse.ts'
import { effectRoute, type Route, readRoute } from './route.ts'

export const clientSessionRoutes: Route[] = [
  readRoute({
    method: 'GET',
    path: '/v1/client/checkout/sessions/{cs}',
    operationId: 'client.sessions.retrieve',
    summary: 'Retrieve the session a page was given',
    auth: 'none',
    query: emptyQuerySchema,
    body: null,
    response: checkoutSessionSchema,
    read: async ({ deps, params }, tx) =>
      presentSessionOf(tx, await sessionOrRefuse(tx, params.cs), deps.clock.now()),
  }),
  readRoute({
    method: 'GET',
    path: '/v1/client/checkout/sessions/{cs}/chain',
    operationId: 'client.sessions.chain',
    refusals: ['chain_unavailable'],
    summary: 'The chain a session settles on',
    auth: 'none',
    query: emptyQuerySchema,
    body: null,
    response: chainSchema,
    read: async ({ deps, params }, tx) => {
      const session = await sessionOrRefuse(tx, params.cs)
      return chainOrRefuse(deps, session.mode).facts
    },
  }),
  effectRoute({
    method: 'POST',
    path: '/v1/client/checkout/sessions/{cs}/sign_out',
    operationId: 'client.sessions.sign_out',
    refusals: ['checkout_session_not_open', 'checkout_session_expired'],
    summary: 'Start over: let customer and unsigned authorisation go',
    auth: 'client',
    query: emptyQuerySchema,
    body: emptyBodySchema,
    response: checkoutSessionSchema,
    act: async ({ caller }, operation) => {
      const { tx, now } = operation
      const released = await signOut(operation, await claimedSession(tx, caller))
      return { body: await presentSessionOf(tx, released, now) }
    },
  }),
]
