import { emptyBodySchema, emptyQuerySchema, subscriptionSchema } from '@per-second/protocol/schema'
import { changeMeter, closingOf } from '../actions/meter/change-meter.ts'
import { refuseStopped } from '../actions/refuse-stopped.ts'
import type { Subscription } from '../domain/entities.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import type { Transaction } from '../storage/storage.ts'
import { chainOrRefuse, findOrRefuse } from './find-or-refuse.ts'
import { type Call, type ClientCaller, effectRoute, type Route, readRoute } from './route.ts'

const ACTIONS = {
  pause: {
    summary: 'Pause my meter',
    description: 'A repeat returns the same.',
    input: { type: 'paused', by: 'subscriber' },
    refusals: ['subscription_invalid_state', 'pause_not_allowed'],
  },
  resume: {
    summary: 'Resume my meter',
    description: 'A repeat returns the same.',
    input: { type: 'resumed', by: 'subscriber' },
    refusals: ['subscription_invalid_state', 'chain_unavailable'],
  },
  cancel: {
    summary: 'Stop my meter and refund the unused deposit',
    description:
      'Ends the meter, settles its last seconds and refunds the unused deposit. A repeat returns the same.',
    input: { type: 'canceled', by: 'subscriber' },
    refusals: ['subscription_invalid_state'],
  },
} as const

export const clientSubscriptionRoutes: Route[] = [
  readRoute({
    method: 'GET',
    path: '/v1/client/subscriptions/{sub}',
    operationId: 'client.subscriptions.retrieve',
    summary: 'Retrieve my subscription',
    auth: 'client',
    query: emptyQuerySchema,
    body: null,
    response: subscriptionSchema,
    read: async ({ deps, caller, params }, tx) =>
      presentSubscription(await mySubscription(tx, caller, params.sub), deps.clock.now()),
  }),
  actionRoute('pause'),
  actionRoute('resume'),
  actionRoute('cancel'),
]

function actionRoute(name: keyof typeof ACTIONS): Route {
  const { input, ...declared } = ACTIONS[name]
  return effectRoute({
    method: 'POST',
    path: `/v1/client/subscriptions/{sub}/${name}`,
    operationId: `client.subscriptions.${name}`,
    ...declared,
    auth: 'client',
    query: emptyQuerySchema,
    body: emptyBodySchema,
    response: subscriptionSchema,
    ...(name === 'resume' && { asksChain: true, gather: refuseStoppedMeter }),
    act: async ({ caller, params }, operation) => {
      const found = await mySubscription(operation.tx, caller, params.sub)
      const change = await changeMeter(operation, found, input)
      const jobId = closingOf(change)
      if (jobId !== null) return { jobId }
      return { body: presentSubscription(change.after.subscription, operation.now) }
    },
    present: async ({ deps, caller, params }, tx) =>
      presentSubscription(await mySubscription(tx, caller, params.sub), deps.clock.now()),
  })
}

async function refuseStoppedMeter({ deps, caller, params }: Call<'client', { sub: string }>): Promise<void> {
  const found = await deps.storage.read(tx => mySubscription(tx, caller, params.sub))
  await refuseStopped(chainOrRefuse(deps, found.mode), found)
}

async function mySubscription(tx: Transaction, caller: ClientCaller, id: string): Promise<Subscription> {
  return findOrRefuse(tx.subscriptions, caller.scope, id, 'subscription', 'sub')
}
