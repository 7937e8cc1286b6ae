import { toUnixMillis } from '@per-second/protocol/time'
import type { Subscription } from '../../domain/entities.ts'
import type { MeterLog } from '../../domain/ledger/read-log.ts'
import { hasBegun, START_WITHIN_MILLIS } from '../../domain/meter.ts'
import { schedule } from '../../domain/schedule.ts'
import { presentSessionOf } from '../../presenters/present-session.ts'
import { presentSubscription } from '../../presenters/present-subscription.ts'
import { countActive } from '../close-meter.ts'
import type { BillingOperation } from '../operation.ts'
import { recordEvent } from '../record-event.ts'

/**
 * Books the opening of a meter: the session is complete; a `checkout` meter runs from the later of the block's timestamp and this
 * instant, a `merchant` meter waits for its start. One that nobody waits for any more is left to be given back.
 */
export async function bookOpening(
  operation: BillingOperation,
  subscription: Subscription,
  { opened }: MeterLog,
): Promise<Subscription> {
  if (opened === null) return subscription
  if (hasBegun(subscription)) return { ...subscription, openingTxHash: opened.txHash }
  const { tx, now } = operation
  const session = await tx.sessions.get(subscription.sessionId)
  if (subscription.status !== 'incomplete' || session === null) return subscription
  const known: Subscription = { ...subscription, openingTxHash: opened.txHash }
  const customer = await tx.customers.get(subscription.customerId)
  if (customer) await tx.customers.update({ ...customer, subscriptionCount: customer.subscriptionCount + 1 })
  const complete = { ...session, status: 'complete' as const, openingInFlight: false }
  await tx.sessions.update(complete)
  let begun: Subscription
  if (subscription.startMode === 'checkout') {
    const startedAt = Math.max(toUnixMillis(opened.timestamp), now)
    begun = await beginMeter(operation, known, startedAt)
  } else {
    const waiting: Subscription = { ...known, status: 'pending_start', dueAt: now + START_WITHIN_MILLIS }
    begun = schedule(waiting, operation)
    await tx.subscriptions.update(begun)
  }
  const presented = await presentSessionOf(tx, complete, now)
  await recordEvent(operation, session, 'checkout.session.completed', presented)
  return begun
}

async function beginMeter(
  operation: BillingOperation,
  subscription: Subscription,
  startedAt: number,
): Promise<Subscription> {
  const running = schedule({ ...subscription, status: 'running', startedAt }, operation)
  await operation.tx.subscriptions.update(running)
  await countActive(operation, running, 1)
  await recordEvent(operation, running, 'subscription.started', presentSubscription(running, operation.now))
  return running
}
