import {
  listSubscriptionsQuerySchema,
  statementSchema,
  subscriptionSchema,
} from '@per-second/protocol/schema'
import { changeMeter, closingOf } from '../actions/meter/change-meter.ts'
import { signStatement } from '../actions/sign-statement.ts'
import type { Chain } from '../chain/chain.ts'
import { ApiError } from '../domain/api-error.ts'
import type { Scope, Subscription } from '../domain/entities.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import type { Transaction } from '../storage/storage.ts'
import { chainOfOperator, chainOrRefuse, findOrRefuse } from './find-or-refuse.ts'
import { readRoutes } from './read-routes.ts'
import { type Call, effectRoute, type Route, readRoute } from './route.ts'

const INPUTS = { start: 'started', pause: 'paused', resume: 'resumed', cancel: 'canceled' } as const
const REFUSALS = {
  start: [],
  pause: ['pause_not_allowed'],
  resume: ['chain_unavailable'],
  cancel: [],
} as const
const CALLERS = {
  secret: { param: 'id', prefix: '', by: 'merchant' },
  client: { param: 'sub', prefix: 'client.', by: 'subscriber' },
} as const

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
    response: statementSchema,
    read: ({ caller, params }, tx) =>
      findOrRefuse(tx.subscriptions, caller.scope, { id: params.id, noun: 'subscription' }),
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

export const clientSubscriptionRoutes: Route[] = [
  readRoute({
    path: '/v1/client/subscriptions/{sub}',
    operationId: 'client.subscriptions.retrieve',
    summary: 'Retrieve my subscription',
    auth: 'client',
    response: subscriptionSchema,
    read: async ({ deps, caller, params }, tx) =>
      presentSubscription(
        await findOrRefuse(tx.subscriptions, caller.scope, {
          id: params.sub,
          noun: 'subscription',
          param: 'sub',
        }),
        deps.clock.now(),
      ),
  }),
  meterRoute('client', {
    name: 'pause',
    summary: 'Pause my meter',
    description: 'A repeat returns the same.',
  }),
  meterRoute('client', {
    name: 'resume',
    summary: 'Resume my meter',
    description: 'A repeat returns the same.',
  }),
  meterRoute('client', {
    name: 'cancel',
    summary: 'Stop my meter and refund the unused deposit',
    description:
      'Ends the meter, settles its last seconds and refunds the unused deposit. A repeat returns the same.',
  }),
]

/** Declares an action on a meter by its merchant, or by its subscriber: one step of the meter. An answer waits for the chain where it closes. */
function meterRoute(
  auth: keyof typeof CALLERS,
  action: { name: keyof typeof INPUTS; summary: string; description: string },
): Route {
  const { name, ...texts } = action
  const { param, prefix, by } = CALLERS[auth]
  const find = (tx: Transaction, scope: Scope, params: Record<string, string>) =>
    findOrRefuse(tx.subscriptions, scope, { id: params[param] ?? '', noun: 'subscription', param })
  const refuseStoppedMeter = async ({ deps, caller, params }: Call<keyof typeof CALLERS>) => {
    const found = await deps.storage.read(tx => find(tx, caller.scope, params))
    await refuseStopped(chainOrRefuse(deps, found.mode), found)
  }
  return effectRoute({
    path: `/v1/${prefix.replace('.', '/')}subscriptions/{${param}}/${name}` as string,
    operationId: `${prefix}subscriptions.${name}`,
    refusals: ['subscription_invalid_state', ...REFUSALS[name]],
    ...texts,
    auth,
    response: subscriptionSchema,
    ...(name === 'resume' && { asksChain: true, gather: refuseStoppedMeter }),
    act: async ({ caller, params }, operation) => {
      const found = await find(operation.tx, caller.scope, params)
      const change = await changeMeter(operation, found, { type: INPUTS[name], by })
      const jobId = closingOf(change)
      if (jobId !== null) return { jobId }
      return { body: presentSubscription(change.after.subscription, operation.now) }
    },
    conclude: async ({ caller, params }, { tx, now }) =>
      presentSubscription(await find(tx, caller.scope, params), now),
  })
}

/**
 * Refuses to resume a paused meter whose payer has stopped it in an unconfirmed block. A pause that ended after the
 * stop would be taken from the seconds before it (docs/money.md, rule 21). Call it outside the unit of work.
 *
 * @throws {ApiError} `subscription_invalid_state`
 * @throws {ChainError}
 */
export async function refuseStopped(
  chain: Pick<Chain, 'meterState'>,
  { id, meterId, pausedAt, endedAt }: Subscription,
): Promise<void> {
  if (pausedAt === null || endedAt !== null) return
  const state = await chain.meterState(meterId)
  if (state.status === 'unknown' || state.stoppedAt === null) return
  throw new ApiError(
    'subscription_invalid_state',
    `The payer has stopped ${id} on-chain. It ends when that block is confirmed, and cannot be resumed.`,
  )
}
