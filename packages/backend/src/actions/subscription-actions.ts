import { ApiError } from '../domain/api-error.ts'
import type { Subscription } from '../domain/entities.ts'
import { isTicking } from '../domain/meter.ts'
import { schedule } from '../domain/schedule.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import { closeMeter, countActive, endIfOver } from './close-meter.ts'
import type { BillingOperation } from './operation.ts'
import { recordEvent } from './record-event.ts'

/** Who asks: the merchant's server is told about illegal transitions, the subscriber's page repeats itself harmlessly. */
export type Actor = 'merchant' | 'subscriber'

/** What an action left behind; `jobId` is chain work the answer waits for. */
export type ActionResult = { subscription: Subscription; jobId: string | null }

/**
 * Starts a meter that waits for the merchant, at this instant.
 *
 * @throws {ApiError} `subscription_invalid_state` unless it is `pending_start`
 */
export async function startSubscription(asked: BillingOperation, found: Subscription): Promise<ActionResult> {
  const operation = notBefore(asked, found)
  const { subscription, over } = await caughtUp(operation, found)
  if (over || subscription.status !== 'pending_start') throw invalidState(subscription, 'started')
  const started = await beginMeter(operation, subscription, operation.now)
  return { subscription: started, jobId: null }
}

/** Sets a meter running from `startedAt` on: counted in its product, scheduled, announced. */
export async function beginMeter(
  operation: BillingOperation,
  subscription: Subscription,
  startedAt: number,
): Promise<Subscription> {
  const running = schedule({ ...subscription, status: 'running', startedAt }, operation)
  await operation.tx.subscriptions.update(running)
  await countActive(operation, running, 1)
  await announce(operation, running, 'subscription.started')
  return running
}

/**
 * Stops the count until it is resumed. Settles nothing.
 *
 * @throws {ApiError} `pause_not_allowed`, `subscription_invalid_state` (a subscriber's repeat answers the same instead)
 */
export async function pauseSubscription(
  asked: BillingOperation,
  found: Subscription,
  by: Actor,
): Promise<ActionResult> {
  const operation = notBefore(asked, found)
  if (!found.allowPause) {
    throw new ApiError('pause_not_allowed', 'Meters of this product cannot be paused.')
  }
  const { subscription, over } = await caughtUp(operation, found)
  if (over) throw invalidState(subscription, 'paused')
  if (by === 'subscriber' && isStanding(subscription)) return { subscription, jobId: null }
  if (!isTicking(subscription)) throw invalidState(subscription, 'paused')
  const paused = schedule(
    { ...subscription, ...becoming('paused', subscription), pausedAt: operation.now, pausedBy: by },
    operation,
  )
  await operation.tx.subscriptions.update(paused)
  await announce(operation, paused, 'subscription.paused')
  return { subscription: paused, jobId: null }
}

/**
 * Lets the count go on. A pause the subscriber made is lifted by the subscriber only (docs/money.md, rule 26).
 *
 * @throws {ApiError} `subscription_invalid_state` (a subscriber's repeat answers the same instead)
 */
export async function resumeSubscription(
  asked: BillingOperation,
  found: Subscription,
  by: Actor,
): Promise<ActionResult> {
  const operation = notBefore(asked, found)
  const { subscription, over } = await caughtUp(operation, found)
  if (over) throw invalidState(subscription, 'resumed')
  if (by === 'subscriber' && isTicking(subscription)) return { subscription, jobId: null }
  if (!isStanding(subscription) || subscription.pausedAt === null) throw invalidState(subscription, 'resumed')
  if (by === 'merchant' && subscription.pausedBy === 'subscriber') {
    throw new ApiError(
      'subscription_invalid_state',
      `The subscriber paused ${subscription.id}; only the subscriber can resume it.`,
    )
  }
  const resumed = schedule(
    {
      ...subscription,
      ...becoming('running', subscription),
      pausedMillis: subscription.pausedMillis + (operation.now - subscription.pausedAt),
      pausedAt: null,
      pausedBy: null,
    },
    operation,
  )
  await operation.tx.subscriptions.update(resumed)
  await announce(operation, resumed, 'subscription.resumed')
  return { subscription: resumed, jobId: null }
}

/**
 * Ends a meter now: the last seconds are settled and the rest goes back. The answer waits for the chain, the status does not.
 *
 * @throws {ApiError} `subscription_invalid_state` (a subscriber's repeat answers the same instead)
 */
export async function cancelSubscription(
  asked: BillingOperation,
  found: Subscription,
  by: Actor,
): Promise<ActionResult> {
  const operation = notBefore(asked, found)
  const { subscription, over, jobId } = await caughtUp(operation, found)
  const isOver = subscription.status === 'canceled' || subscription.status === 'ended'
  if (isOver && by === 'subscriber') {
    const underWay = (await operation.tx.jobs.pendingOf(subscription.id)).find(job => job.kind === 'close')
    return { subscription, jobId: jobId ?? underWay?.id ?? null }
  }
  const cancellable =
    isTicking(subscription) || isStanding(subscription) || subscription.status === 'pending_start'
  if (over || !cancellable) throw invalidState(subscription, 'cancelled')
  return closeMeter(operation, subscription, { status: 'canceled', reason: by, endedAt: operation.now })
}

/** Nothing happens to a meter before what its row tells of: a clock may have been set back, and a pause of less than nothing would charge. */
function notBefore(operation: BillingOperation, { startedAt, pausedAt }: Subscription): BillingOperation {
  return { ...operation, now: Math.max(operation.now, startedAt ?? 0, pausedAt ?? 0) }
}

async function caughtUp(
  operation: BillingOperation,
  subscription: Subscription,
): Promise<{ subscription: Subscription; over: boolean; jobId: string | null }> {
  const ended = await endIfOver(operation, subscription)
  return ended ? { ...ended, over: true } : { subscription, over: false, jobId: null }
}

function isStanding(subscription: Subscription): boolean {
  return subscription.status === 'paused' || (subscription.status === 'past_due' && !isTicking(subscription))
}

/** A past-due meter keeps its status and remembers what it is underneath. */
function becoming(
  status: 'running' | 'paused',
  subscription: Subscription,
): Pick<Subscription, 'status' | 'resumesAs'> {
  return subscription.status === 'past_due'
    ? { status: 'past_due', resumesAs: status }
    : { status, resumesAs: null }
}

async function announce(
  operation: BillingOperation,
  subscription: Subscription,
  type: 'subscription.started' | 'subscription.paused' | 'subscription.resumed',
): Promise<void> {
  await recordEvent(operation, subscription, type, presentSubscription(subscription, operation.now))
}

function invalidState(subscription: Subscription, done: string): ApiError {
  return new ApiError(
    'subscription_invalid_state',
    `${subscription.id} is ${subscription.status} and cannot be ${done}.`,
  )
}
