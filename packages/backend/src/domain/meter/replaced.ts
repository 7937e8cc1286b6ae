import { type InputOf, type MeterBooks, type MeterContext, withSubscription } from './books.ts'
import { authorisationEndsAt, capReachedAt, isActive } from './clock.ts'
import { end, endIfOver } from './end.ts'

/**
 * The meter that carries this one on starts to count, so this one ends in the same instant (docs/money.md, rule 80). A
 * meter that is over stays as it ended. A meter that only a stop on the chain has ended would run again without that
 * stop's block. In that case it ends here, or where it would have ended by itself before.
 */
export function replaced(
  books: MeterBooks,
  { successor }: InputOf<'replaced'>,
  context: MeterContext,
): MeterBooks {
  const current = withSubscription(endIfOver(books, context), { replacedBy: successor })
  const { subscription } = current
  const { status, ownEndedAt, cancelReason } = subscription
  if (isActive(subscription) || status === 'pending_start')
    return end(current, { status: 'canceled', reason: 'replaced', endedAt: context.now }, context)
  if (cancelReason !== 'stopped_on_chain' || ownEndedAt !== null) return current
  const latest = Math.min(context.now, authorisationEndsAt(subscription))
  return withSubscription(current, { ownEndedAt: Math.min(latest, capReachedAt(subscription) ?? latest) })
}
