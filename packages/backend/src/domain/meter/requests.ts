import { ApiError } from '../api-error.ts'
import type { Subscription } from '../entities.ts'
import { type InputOf, type MeterBooks, type MeterContext, withSubscription } from './books.ts'
import { capReachedAt, isActive, isPaused, isTicking } from './clock.ts'
import { end, endIfOver } from './end.ts'
import { endingFrom, schedule } from './schedule.ts'

/**
 * A merchant starts a meter that waits for it.
 *
 * @throws {ApiError} `subscription_invalid_state` unless the meter is `pending_start`
 */
export function started(books: MeterBooks, context: MeterContext): MeterBooks {
  const current = endIfOver(books, context)
  if (current.subscription.status !== 'pending_start') throw invalidState(current, 'started')
  return running(current, context.now, context)
}

/** The meter counts from `startedAt` on. */
export function running(books: MeterBooks, startedAt: number, context: MeterContext): MeterBooks {
  return scheduled(withSubscription(books, { status: 'running', startedAt }), context)
}

/**
 * The meter counts no seconds until it is resumed. No settlement is made now.
 *
 * @throws {ApiError} `pause_not_allowed`, `subscription_invalid_state`
 */
export function paused(books: MeterBooks, { by }: InputOf<'paused'>, context: MeterContext): MeterBooks {
  if (!books.subscription.allowPause)
    throw new ApiError('pause_not_allowed', 'Meters of this product cannot be paused.')
  const current = endIfOver(books, context)
  const { subscription } = current
  if (by === 'subscriber' && isPaused(subscription)) return books
  if (!isTicking(subscription)) throw invalidState(current, 'paused')
  const fields = { ...statusOf('paused', subscription), pausedAt: context.now, pausedBy: by }
  return scheduled(withSubscription(current, fields), context)
}

/**
 * The meter counts again. Only the subscriber lifts a subscriber's pause (docs/money.md, rule 26).
 *
 * @throws {ApiError} `subscription_invalid_state`
 */
export function resumed(books: MeterBooks, { by }: InputOf<'resumed'>, context: MeterContext): MeterBooks {
  const current = endIfOver(books, context)
  const { subscription } = current
  if (by === 'subscriber' && isTicking(subscription)) return books
  if (!isPaused(subscription) || subscription.pausedAt === null) throw invalidState(current, 'resumed')
  if (by === 'merchant' && subscription.pausedBy === 'subscriber')
    throw new ApiError(
      'subscription_invalid_state',
      `The subscriber paused ${subscription.id}; only the subscriber can resume it.`,
    )
  const fields = {
    ...statusOf('running', subscription),
    pausedMillis: subscription.pausedMillis + (context.now - subscription.pausedAt),
    pausedAt: null,
    pausedBy: null,
  }
  return scheduled(withSubscription(current, fields), context)
}

/**
 * Ends the meter now.
 *
 * @throws {ApiError} `subscription_invalid_state`
 */
export function canceled(books: MeterBooks, { by }: InputOf<'canceled'>, context: MeterContext): MeterBooks {
  const current = endIfOver(books, context)
  const { subscription } = current
  const isOver = subscription.status === 'canceled' || subscription.status === 'ended'
  if (isOver && by === 'subscriber') return current
  const isOpen = isActive(subscription) || subscription.status === 'pending_start'
  if (!isOpen) throw invalidState(current, 'cancelled')
  return end(current, { status: 'canceled', reason: by, endedAt: context.now }, context)
}

/**
 * The books with the next instants at which the meter is due. A running meter near its maximum duration is marked as
 * ending.
 */
export function scheduled(books: MeterBooks, context: MeterContext): MeterBooks {
  const { subscription } = books
  const [endingAt, capAt] = [endingFrom(subscription), capReachedAt(subscription)]
  const isNear = endingAt !== null && capAt !== null && endingAt <= context.now && context.now < capAt
  const current = isNear && isTicking(subscription) ? withSubscription(books, { isEnding: true }) : books
  return withSubscription(current, schedule(current.subscription, context))
}

/** A past-due meter keeps its status until the debt is paid, and returns to this one. */
function statusOf(
  status: 'running' | 'paused',
  subscription: Subscription,
): Pick<Subscription, 'status' | 'resumesAs'> {
  return subscription.status === 'past_due'
    ? { status: 'past_due', resumesAs: status }
    : { status, resumesAs: null }
}

function invalidState({ subscription }: MeterBooks, done: string): ApiError {
  return new ApiError(
    'subscription_invalid_state',
    `${subscription.id} is ${subscription.status} and cannot be ${done}.`,
  )
}
