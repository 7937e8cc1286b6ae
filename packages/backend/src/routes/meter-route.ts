import { subscriptionSchema } from '@per-second/protocol/schema'
import { changeMeter, closingOf } from '../actions/meter/change-meter.ts'
import type { Chain } from '../chain/chain.ts'
import { ApiError } from '../domain/api-error.ts'
import type { Scope, Subscription } from '../domain/entities.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import type { Transaction } from '../storage/storage.ts'
import { chainOrRefuse, findOrRefuse } from './find-or-refuse.ts'
import { type Call, effectRoute, type Route } from './route.ts'

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

/** Declares an action on a meter by its merchant, or by its subscriber: one step of the meter. An answer waits for the chain where it closes. */
export function meterRoute(
  auth: keyof typeof CALLERS,
  action: { name: keyof typeof INPUTS; summary: string; description: string },
): Route {
  const { name, ...texts } = action
  const { param, prefix, by } = CALLERS[auth]
  const find = (tx: Transaction, scope: Scope, params: Record<string, string>) =>
    findOrRefuse(tx.subscriptions, scope, params[param] ?? '', 'subscription', param)
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
    present: async ({ deps, caller, params }, tx) =>
      presentSubscription(await find(tx, caller.scope, params), deps.clock.now()),
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
