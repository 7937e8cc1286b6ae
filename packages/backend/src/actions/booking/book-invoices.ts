import type { UnixMillis } from '@per-second/protocol/time'
import type { ChainJob, Invoice, Subscription } from '../../domain/entities.ts'
import { type ProjectedInvoice, projectInvoices, type Refusal } from '../../domain/ledger/project-invoices.ts'
import type { MeterLog } from '../../domain/ledger/read-log.ts'
import { totalsAfter } from '../../domain/ledger/totals-after.ts'
import { presentInvoice } from '../../presenters/present-invoice.ts'
import type { Operation } from '../operation.ts'
import { recordEvent } from '../record-event.ts'

/**
 * Books the invoices and totals of a meter as its log makes them, and announces what differs from what was announced before.
 *
 * @param more.isAppendOnly whether the log is only what came after everything that was booked
 * @param more.jobs the meter's pending ones: what they asked for is the end of a period
 * @returns the subscription, not stored yet, and whether an invoice is failed
 */
export async function bookInvoices(
  operation: Operation,
  subscription: Subscription,
  log: MeterLog,
  more: { isAppendOnly: boolean; jobs: readonly ChainJob[]; refusal: Refusal | null },
): Promise<{ subscription: Subscription; owes: boolean }> {
  const { tx } = operation
  const { terms, latestInvoiceId } = subscription
  const { isAppendOnly, jobs, refusal } = more
  const announced = isAppendOnly ? [] : await tx.invoices.ofSubscription(subscription)
  const from = isAppendOnly ? subscription.invoicedSeconds : 0
  const projected = projectInvoices(terms, announced, log, refusal, from)
  const latest = isAppendOnly && latestInvoiceId !== null ? await tx.invoices.get(latestInvoiceId) : null
  let next: Subscription = { ...subscription, ...totalsOf(subscription, log, projected) }
  let periodStart = latest?.periodEnd ?? subscription.startedAt ?? subscription.created
  for (const range of projected) {
    const { announced: before, toSecond, ...figures } = range
    const periodEnd = before?.periodEnd ?? endOfPeriod(subscription, log, toSecond, jobs)
    const invoice: Invoice = before
      ? { ...before, ...figures }
      : { ...blank(operation, subscription), ...figures, periodStart, periodEnd }
    periodStart = periodEnd
    if (before) await tx.invoices.update(invoice)
    else {
      await tx.invoices.insert(invoice)
      next = { ...next, latestInvoiceId: invoice.id }
    }
    if (before?.status === invoice.status) continue
    const type = invoice.status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed'
    await recordEvent(operation, subscription, type, presentInvoice(invoice))
  }
  await countForCustomer(operation, subscription, next)
  return { subscription: next, owes: projected.some(({ status }) => status === 'failed') }
}

/** What the log has charged, and what was announced as paid and is on its way again. */
function totalsOf(
  { terms, invoicedSeconds }: Subscription,
  { billedSeconds }: MeterLog,
  projected: readonly ProjectedInvoice[],
): Pick<Subscription, 'billedSeconds' | 'settledGross' | 'settledFee' | 'loggedSeconds' | 'invoicedSeconds'> {
  const logged = totalsAfter(terms, billedSeconds)
  let [seconds, { gross, fee }] = [billedSeconds, logged]
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

/** The instant that was asked for with this second; of the last one, the meter's end; else the one at which the meter got there. */
function endOfPeriod(
  subscription: Subscription,
  { ending, billedSeconds }: MeterLog,
  toSecond: number,
  jobs: readonly ChainJob[],
): UnixMillis {
  const { startedAt, pausedMillis, pausedAt, endedAt, created } = subscription
  const asked = jobs.find(job => job.kind !== 'open' && job.toSecond === toSecond)
  if (asked) return asked.periodEnd
  if (ending !== null && toSecond === billedSeconds && endedAt !== null) return endedAt
  const reached = (startedAt ?? created) + pausedMillis + toSecond * 1_000
  return Math.min(reached, pausedAt ?? reached, endedAt ?? reached)
}

function blank({ newId, now }: Operation, { id, merchantId, mode, customerId }: Subscription) {
  return { id: newId('in_'), merchantId, mode, subscriptionId: id, customerId, created: now }
}

/** The customer's total moves with the subscription's. */
async function countForCustomer({ tx }: Operation, before: Subscription, after: Subscription): Promise<void> {
  const more = after.settledGross - before.settledGross
  const customer = more === 0n ? null : await tx.customers.get(after.customerId)
  if (customer) await tx.customers.update({ ...customer, totalSettled: customer.totalSettled + more })
}
