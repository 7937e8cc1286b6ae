import { type MeterBooks, type MeterContext, pendingJobs } from './books.ts'
import { instantOfSecond, isTicking } from './clock.ts'
import { endIfOver } from './end.ts'
import { withJob } from './jobs.ts'
import { totalsAfter } from './ledger/totals-after.ts'
import { scheduled } from './requests.ts'
import { scheduledSecond } from './schedule.ts'

/**
 * The instant in `dueAt` has come: the meter ends if it is over. Otherwise a settlement is requested and the next
 * instant is set.
 */
export function due(books: MeterBooks, context: MeterContext): MeterBooks {
  const current = endIfOver(books, context)
  return current === books ? scheduled(withSettlement(books, context), context) : current
}

/**
 * A settlement of nothing, or of less than the policy's minimum, is skipped and its seconds carry (docs/money.md, rules 22 and 78). While a
 * job is pending, that job is retried instead.
 */
function withSettlement(books: MeterBooks, context: MeterContext): MeterBooks {
  const { subscription } = books
  const { terms, settledGross } = subscription
  if (!isTicking(subscription) || pendingJobs(books).length > 0) return books
  const toSecond = scheduledSecond(subscription, context)
  const periodEnd = instantOfSecond(subscription, toSecond)
  if (periodEnd === null) return books
  const gross = totalsAfter(terms, toSecond).gross - settledGross
  if (gross <= 0n || gross < context.policy.minSettlement) return books
  return withJob(books, context, { kind: 'settle', toSecond, periodEnd })
}
