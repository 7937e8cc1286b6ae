import {
  emptyBodySchema,
  emptyQuerySchema,
  listSubscriptionsQuerySchema,
  statementSchema,
  subscriptionSchema,
} from '@per-second/protocol/schema'
import { changeMeter, closingOf } from '../actions/meter/change-meter.ts'
import { refuseStopped } from '../actions/refuse-stopped.ts'
import { signStatement } from '../actions/sign-statement.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import { chainOfOperator, chainOrRefuse, findOrRefuse } from './find-or-refuse.ts'
import { listRoute } from './list-route.ts'
import { retrieveRoute } from './retrieve-route.ts'
import { type Call, effectRoute, type Route, readRoute } from './route.ts'

const ACTIONS = {
  start: {
    summary: 'Start a pending meter',
    description:
      'For products with `start_mode` = `merchant`. A subscription that is not started within 7 days is cancelled and refunded.',
    input: { type: 'started' },
    refusals: ['subscription_invalid_state'],
  },
  pause: {
    summary: 'Pause a meter',
    description: 'Stops the count and settles nothing. Needs `allow_pause`.',
    input: { type: 'paused', by: 'merchant' },
    refusals: ['subscription_invalid_state', 'pause_not_allowed'],
  },
  resume: {
    summary: 'Resume a meter',
    description: 'Lifts your own pause. Only the subscriber lifts a pause that the subscriber made.',
    input: { type: 'resumed', by: 'merchant' },
    refusals: ['subscription_invalid_state', 'chain_unavailable'],
  },
  cancel: {
    summary: 'Cancel a meter, settle it and refund the unused deposit',
    description:
      'Waits for the network, up to 15 seconds. The status is `canceled` at once, and `settled_usd` and `refunded_usd` follow.',
    input: { type: 'canceled', by: 'merchant' },
    refusals: ['subscription_invalid_state'],
  },
} as const

export const subscriptionRoutes: Route[] = [
  listRoute({
    path: '/v1/subscriptions',
    operationId: 'subscriptions.list',
    summary: 'List subscriptions',
    description: 'Newest first.',
    query: listSubscriptionsQuerySchema,
    response: subscriptionSchema,
    page: (tx, scope, request, { status, customer, product }) =>
      tx.subscriptions.list(scope, request, { status, customer, product }),
    present: presentSubscription,
  }),
  retrieveRoute({
    path: '/v1/subscriptions/{id}',
    operationId: 'subscriptions.retrieve',
    summary: 'Retrieve a subscription',
    description: 'Counters are computed at the time of the response.',
    response: subscriptionSchema,
    of: tx => tx.subscriptions,
    noun: 'subscription',
    present: presentSubscription,
  }),
  readRoute({
    method: 'GET',
    path: '/v1/subscriptions/{id}/statement',
    operationId: 'subscriptions.statement',
    refusals: ['subscription_invalid_state', 'chain_unavailable'],
    summary: 'Retrieve the operator’s signed statement of a meter’s seconds',
    description:
      'Keep the newest one, for example once an hour. If the service or its key is lost, submit it to the escrow (`settleBySig`): the merchant is paid up to `to_second`. It covers the meter up to the newest confirmed block, never more than `elapsed_seconds`. A later statement covers all earlier ones.',
    auth: 'secret',
    asksChain: true,
    query: emptyQuerySchema,
    body: null,
    response: statementSchema,
    read: ({ caller, params }, tx) => findOrRefuse(tx.subscriptions, caller.scope, params.id, 'subscription'),
    conclude: ({ deps }, subscription) => {
      const chain = chainOfOperator(deps, subscription.mode, subscription.terms.operator)
      return signStatement(chain, subscription, deps.clock.now())
    },
  }),
  actionRoute('start'),
  actionRoute('pause'),
  actionRoute('resume'),
  actionRoute('cancel'),
]

function actionRoute(name: keyof typeof ACTIONS): Route {
  const { input, ...declared } = ACTIONS[name]
  return effectRoute({
    method: 'POST',
    path: `/v1/subscriptions/{id}/${name}`,
    operationId: `subscriptions.${name}`,
    ...declared,
    auth: 'secret',
    query: emptyQuerySchema,
    body: emptyBodySchema,
    response: subscriptionSchema,
    ...(name === 'resume' && { asksChain: true, gather: refuseStoppedMeter }),
    act: async ({ caller, params }, operation) => {
      const found = await findOrRefuse(operation.tx.subscriptions, caller.scope, params.id, 'subscription')
      const change = await changeMeter(operation, found, input)
      const jobId = closingOf(change)
      if (jobId !== null) return { jobId }
      return { body: presentSubscription(change.after.subscription, operation.now) }
    },
    present: async ({ deps, caller, params }, tx) => {
      const subscription = await findOrRefuse(tx.subscriptions, caller.scope, params.id, 'subscription')
      return presentSubscription(subscription, deps.clock.now())
    },
  })
}

async function refuseStoppedMeter({ deps, caller, params }: Call<'secret', { id: string }>): Promise<void> {
  const { scope } = caller
  const found = await deps.storage.read(tx =>
    findOrRefuse(tx.subscriptions, scope, params.id, 'subscription'),
  )
  await refuseStopped(chainOrRefuse(deps, found.mode), found)
}
