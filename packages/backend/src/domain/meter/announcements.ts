import type { EventType } from '@per-second/protocol/types'
import type { CheckoutSession, Invoice, Subscription } from '../entities.ts'
import type { MeterBooks } from './books.ts'
import { isActive } from './clock.ts'

type TypeOf<Noun extends string> = Extract<EventType, `${Noun}.${string}`>

/** An event to record, with the row that it carries: the row as it is saved. */
export type Announcement =
  | { of: 'subscription'; type: TypeOf<'subscription'>; row: Subscription }
  | { of: 'session'; type: TypeOf<'checkout'>; row: CheckoutSession }
  | { of: 'invoice'; type: TypeOf<'invoice'>; row: Invoice }

/**
 * The edges between two states of one meter, in the order in which receivers get them. Each edge is announced once, so that reading a log
 * again announces nothing (docs/money.md, rules 37 and 38).
 *
 * @param before null for a meter whose draft was just accepted
 */
export function announcements(before: MeterBooks | null, after: MeterBooks): Announcement[] {
  const is = after.subscription
  const of = (type: TypeOf<'subscription'>): Announcement => ({ of: 'subscription', type, row: is })
  const was = before?.subscription
  if (!was || (is.status === 'incomplete' && was.status !== 'incomplete'))
    return [of('subscription.prepared')]
  const { session } = after
  const isComplete = session?.status === 'complete' && before.session?.status !== 'complete'
  const isStarted = was.startedAt === null && is.startedAt !== null
  const isPaused = was.pausedAt === null && is.pausedAt !== null
  const isResumed = was.pausedAt !== null && is.pausedAt === null
  const isReopened = was.endedAt !== null && is.endedAt === null
  const isLost = is.cancelReason === 'opening_lost' && was.cancelReason !== 'opening_lost'
  const isOver = was.endedAt === null && is.endedAt !== null && !isLost
  const announced: (Announcement | false)[] = [
    isStarted && (isActive(is) || isComplete) && of('subscription.started'),
    isComplete && { of: 'session', type: 'checkout.session.completed', row: session },
    isPaused && isActive(is) && of('subscription.paused'),
    ((isResumed && isActive(is)) || isReopened) && of('subscription.resumed'),
    is.isEnding && !was.isEnding && of('subscription.ending'),
    isOver && of(is.status === 'ended' ? 'subscription.ended' : 'subscription.canceled'),
    ...invoiceEdges(before.invoices, after.invoices),
    isLost && of('subscription.canceled'),
    is.status === 'past_due' && was.status !== 'past_due' && of('subscription.past_due'),
  ]
  return announced.filter(each => each !== false)
}

function invoiceEdges(before: readonly Invoice[], after: readonly Invoice[]): Announcement[] {
  const known = new Map(before.map(({ id, status }) => [id, status]))
  return after
    .filter(({ id, status }) => known.get(id) !== status)
    .map(row => ({
      of: 'invoice',
      row,
      type: row.status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed',
    }))
}
