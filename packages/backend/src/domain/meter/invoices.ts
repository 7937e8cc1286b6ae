import type { UnixMillis } from '@per-second/protocol/time'
import type { Invoice, Subscription } from '../entities.ts'
import { changed, type MeterBooks, type MeterContext, pendingJobs, withSubscription } from './books.ts'
import { type ProjectedInvoice, projectInvoices, type Refusal } from './ledger/project-invoices.ts'
import type { MeterLog } from './ledger/read-log.ts'
import { totalsAfter } from './ledger/totals-after.ts'

/** The log holds only the events after everything that is booked, or every event. A refusal needs every event. */
export type LogRange = { of: 'fresh' } | { of: 'all'; refusal: Refusal | null }

/** The invoices and totals that the log makes. */
export function withInvoices(
  books: MeterBooks,
  { log, range }: { log: MeterLog; range: LogRange },
  { newId, now }: MeterContext,
): MeterBooks {
  const { subscription } = books
  const { id: subscriptionId, merchantId, mode, customerId, terms, invoicedSeconds } = subscription
  const blank = { merchantId, mode, subscriptionId, customerId, created: now }
  const [earlier, projected] =
    range.of === 'fresh'
      ? [books.invoices, projectInvoices(terms, { log, from: invoicedSeconds })]
      : [[], projectInvoices(terms, { log, announced: books.invoices, refusal: range.refusal })]
  let periodStart = earlier.at(-1)?.periodEnd ?? subscription.startedAt ?? subscription.created
  const invoices = projected.map(({ announced, toSecond, ...figures }): Invoice => {
    const periodEnd = announced?.periodEnd ?? endOfPeriod(books, log, toSecond)
    const period = { periodStart, periodEnd }
    periodStart = periodEnd
    return announced ? changed(announced, figures) : { ...blank, id: newId('in_'), ...period, ...figures }
  })
  const latestInvoiceId = invoices.at(-1)?.id ?? subscription.latestInvoiceId
  const totals = totalsOf(subscription, log, projected)
  return withSubscription({ ...books, invoices: [...earlier, ...invoices] }, { ...totals, latestInvoiceId })
}

/** The seconds and amounts that the log has charged, and those that were announced as paid and are being charged again. */
function totalsOf(
  { terms, invoicedSeconds }: Subscription,
  { billedSeconds }: MeterLog,
  projected: readonly ProjectedInvoice[],
): Pick<Subscription, 'billedSeconds' | 'settledGross' | 'settledFee' | 'loggedSeconds' | 'invoicedSeconds'> {
  let [seconds, { gross, fee }] = [billedSeconds, totalsAfter(terms, billedSeconds)]
  for (const { status, toSecond, seconds: length } of projected) {
    if (status !== 'paid' || toSecond <= billedSeconds) continue
    const from = Math.max(toSecond - length, billedSeconds)
    const [before, after] = [totalsAfter(terms, from), totalsAfter(terms, toSecond)]
    seconds += toSecond - from
    gross += after.gross - before.gross
    fee += after.fee - before.fee
  }
  return {
    billedSeconds: seconds,
    settledGross: gross,
    settledFee: fee,
    loggedSeconds: billedSeconds,
    invoicedSeconds: projected.at(-1)?.toSecond ?? invoicedSeconds,
  }
}

/**
 * The end that the job requested. For the last range it is the meter's end, and otherwise the instant at which the
 * meter reached that second.
 */
function endOfPeriod(books: MeterBooks, { ending, billedSeconds }: MeterLog, toSecond: number): UnixMillis {
  const { startedAt, pausedMillis, pausedAt, endedAt, created } = books.subscription
  const requested = pendingJobs(books).find(job => job.kind !== 'open' && job.toSecond === toSecond)
  if (requested) return requested.periodEnd
  if (ending !== null && toSecond === billedSeconds && endedAt !== null) return endedAt
  const reached = (startedAt ?? created) + pausedMillis + toSecond * 1_000
  return Math.min(reached, pausedAt ?? reached, endedAt ?? reached)
}
