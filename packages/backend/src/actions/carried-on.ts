import type { UnixMillis } from '@per-second/protocol/time'
import { ApiError } from '../domain/api-error.ts'
import type { CheckoutSession, Subscription } from '../domain/entities.ts'
import { isActive } from '../domain/meter/clock.ts'
import { endOf } from '../domain/meter/end.ts'
import type { Transaction } from '../storage/storage.ts'
import type { BillingOperation } from './operation.ts'

/**
 * The id of the meter of a session that a new meter is to carry on.
 *
 * @throws {ApiError} `resource_missing`, `subscription_invalid_state`, both on `replaces`
 */
export async function meterToCarryOn(
  operation: Pick<BillingOperation, 'tx' | 'now'>,
  from: { session: CheckoutSession; payer: string; replaces: string },
): Promise<string> {
  const { tx } = operation
  const old = await tx.sessions.find(from.session, from.replaces)
  const meter = old?.status === 'complete' ? old.subscriptionId : null
  if (meter === null) throw missing()
  await refuseCarryingOn(operation, { ...from, replaces: meter })
  return meter
}

/**
 * Refuses to carry on a meter of another payer, merchant or mode, an ended meter, or a meter that another accepted one
 * carries on. Also refuses a meter that waits for its start to carry on another, which would count beside the new one
 * (docs/money.md, rule 80).
 *
 * @throws {ApiError} `resource_missing`, `subscription_invalid_state`, both on `replaces`
 */
export async function refuseCarryingOn(
  { tx, now }: Pick<BillingOperation, 'tx' | 'now'>,
  of: { session: CheckoutSession; payer: string; replaces: string },
): Promise<void> {
  const meter = await tx.subscriptions.find(of.session, of.replaces)
  if (meter === null || meter.terms.payer.toLowerCase() !== of.payer.toLowerCase()) throw missing()
  if (!isOpen(meter, now)) throw invalidState(`${meter.id} is over.`)
  const successor = await acceptedSuccessor(tx, meter)
  if (successor !== null) throw invalidState(`${meter.id} is being carried on by ${successor} already.`)
  if (meter.status !== 'pending_start' || meter.replaces === null) return
  const before = await tx.subscriptions.get(meter.replaces)
  if (before !== null && isOpen(before, now))
    throw invalidState(`${meter.id} waits for its start to carry on ${before.id}.`, 'Cancel it first.')
}

function isOpen(meter: Subscription, now: UnixMillis): boolean {
  return (isActive(meter) || meter.status === 'pending_start') && endOf(meter, now) === null
}

/** The accepted meter that carries this one on as soon as it counts. */
async function acceptedSuccessor(tx: Transaction, meter: Subscription): Promise<string | null> {
  const customer = await tx.customers.get(meter.customerId)
  if (customer === null) return null
  const open = await tx.subscriptions.openOf(customer)
  return open.find(({ replaces }) => replaces === meter.id)?.id ?? null
}

function missing(): ApiError {
  return new ApiError('resource_missing', 'There is no meter of this wallet under that session.', {
    param: 'replaces',
  })
}

function invalidState(why: string, advice = 'Begin a checkout without `replaces`.'): ApiError {
  return new ApiError('subscription_invalid_state', `${why} ${advice}`, { param: 'replaces' })
}
