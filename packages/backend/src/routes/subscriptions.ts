import {
  listSubscriptionsQuerySchema,
  statementSchema,
  subscriptionSchema,
} from '@per-second/protocol/schema'
import { signStatement } from '../actions/sign-statement.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import { chainOfOperator, findOrRefuse } from './find-or-refuse.ts'
import { meterRoute } from './meter-route.ts'
import { readRoutes } from './read-routes.ts'
import { type Route, readRoute } from './route.ts'

export const subscriptionRoutes: Route[] = [
  ...readRoutes({
    path: '/v1/subscriptions',
    operationId: 'subscriptions',
    noun: 'subscription',
    query: listSubscriptionsQuerySchema,
    response: subscriptionSchema,
    texts: { retrieve: 'Counters are computed at the time of the response.' },
    of: tx => tx.subscriptions,
    filter: ({ status, customer, product }) => ({ status, customer, product }),
    present: presentSubscription,
  }),
  readRoute({
    path: '/v1/subscriptions/{id}/statement',
    operationId: 'subscriptions.statement',
    refusals: ['subscription_invalid_state', 'chain_unavailable'],
    summary: 'Retrieve the operator’s signed statement of a meter’s seconds',
    description:
      'Keep the newest one, for example once an hour. If the service or its key is lost, submit it to the escrow (`settleBySig`): the merchant is paid up to `to_second`. It covers the meter up to the newest confirmed block, never more than `elapsed_seconds`. A later statement covers all earlier ones.',
    auth: 'secret',
    asksChain: true,
    response: statementSchema,
    read: ({ caller, params }, tx) => findOrRefuse(tx.subscriptions, caller.scope, params.id, 'subscription'),
    conclude: ({ deps }, subscription) => {
      const chain = chainOfOperator(deps, subscription.mode, subscription.terms.operator)
      return signStatement(chain, subscription, deps.clock.now())
    },
  }),
  meterRoute('secret', {
    name: 'start',
    summary: 'Start a pending meter',
    description:
      'For products with `start_mode` = `merchant`. A subscription that is not started within 7 days is cancelled and refunded.',
  }),
  meterRoute('secret', {
    name: 'pause',
    summary: 'Pause a meter',
    description: 'Stops the count and settles nothing. Needs `allow_pause`.',
  }),
  meterRoute('secret', {
    name: 'resume',
    summary: 'Resume a meter',
    description: 'Lifts your own pause. Only the subscriber lifts a pause that the subscriber made.',
  }),
  meterRoute('secret', {
    name: 'cancel',
    summary: 'Cancel a meter, settle it and refund the unused deposit',
    description:
      'Waits for the network, up to 15 seconds. The status is `canceled` at once, and `settled_usd` and `refunded_usd` follow.',
  }),
]
