import { usdFromBaseUnits } from '@per-second/protocol/money'
import { chainSchema, checkoutSessionSchema, signOutSchema } from '@per-second/protocol/schema'
import type { CapFixedBy } from '@per-second/protocol/types'
import { presentSessionOf } from '../presenters/present-session.ts'
import { chainOrRefuse, sessionOrRefuse } from './find-or-refuse.ts'
import { effectRoute, type Route, readRoute } from './route.ts'

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
]
