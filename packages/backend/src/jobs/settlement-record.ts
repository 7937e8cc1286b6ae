import type { Hex } from '@per-second/protocol/types'
import type { EscrowEvent, MeterState } from '../chain/chain.ts'
import type { ChainJob, Invoice, Subscription } from '../domain/entities.ts'
import { dueAfter } from '../domain/meter.ts'
import type { Operation } from '../domain/operation.ts'
import { recordEvent } from '../domain/record-event.ts'
import { schedule } from '../domain/schedule.ts'
import { presentInvoice } from '../presenters/present-invoice.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import { latestInvoice, newInvoice } from './next-invoice.ts'
import { type Charge, recordCharges, takeBack } from './record-charges.ts'
import { unsettledInvoices } from './unsettled-invoices.ts'

/** Retries of a refused settlement wait 60 s, doubling to an hour (docs/money.md, rule 24). */
const FIRST_RETRY_MILLIS = 60_000
const LONGEST_RETRY_MILLIS = 3_600_000

/** One of the escrow's events, and the transaction it is in. */
export type FoundEvent = { hash: Hex; event: EscrowEvent }

/**
 * Books what a settlement or a closing did on chain. Seconds and amounts are those of the escrow's events, never this service's
 * own arithmetic; an event that was booked before changes nothing. What this job paid in a block that has vanished follows the
 * events, and nothing is announced; it is owed again when there is none.
 *
 * @returns false, and nothing is written, when the events do not go on where the books end (see `recordCharges`)
 */
export async function recordSettlement(
  operation: Operation,
  job: ChainJob,
  found: readonly FoundEvent[],
  settleEverySeconds: number,
): Promise<boolean> {
  const { tx, now } = operation
  const done: ChainJob = { ...job, status: 'done' }
  const subscription = await tx.subscriptions.get(job.subscriptionId)
  // An opening that nobody waited for is closed under its own digest: the subscription's meter is another one.
  if (subscription?.digest !== job.digest) {
    await tx.jobs.update(done)
    return true
  }
  const own = found.filter(({ event }) => event.digest === job.digest)
  const charged = await recordCharges(operation, job, subscription, own.filter(isCharge))
  if (charged === null) return false
  const invoiceIds = [...new Set([...job.invoiceIds, ...charged.invoiceIds])]
  await tx.jobs.update({ ...done, invoiceIds })
  let next = charged.subscription
  for (const { event } of own) {
    if (event.type === 'closed' || event.type === 'reclaimed')
      next = { ...next, closed: true, refunded: event.refunded }
  }
  const isPastDue = next.status === 'past_due' && next.resumesAs !== null
  const lost = next.billedSeconds < subscription.billedSeconds
  const owes = (isPastDue || lost) && (await owesAnything(operation, next))
  if (owes) await fallDue(operation, next)
  else if (next.status === 'past_due' && next.resumesAs)
    await tx.subscriptions.update(
      schedule({ ...next, status: next.resumesAs, resumesAs: null }, now, settleEverySeconds),
    )
  else await tx.subscriptions.update(next)
  return true
}

function isCharge(found: FoundEvent): found is Charge {
  return found.event.type === 'settled'
}

/** Whether an invoice is failed: one of the last ones, for those before it are paid. */
async function owesAnything({ tx }: Operation, subscription: Subscription): Promise<boolean> {
  const open = await unsettledInvoices(tx, subscription, null)
  return open.some(({ status }) => status === 'failed')
}

/**
 * Books that the chain refused a settlement: one failed invoice per debt, one event, the meter past due but as it was, and the
 * next try later. What the job did in a block that has vanished is undone. Nothing is left to be tried on a meter that is closed.
 *
 * @param hash the reverted transaction, or "" when it was refused before it was sent
 * @param state of the meter, for a closing
 */
export async function recordRefusal(
  operation: Operation,
  job: ChainJob,
  hash: Hex | '',
  state: MeterState | null,
): Promise<void> {
  const { tx, now } = operation
  const wait = Math.min(FIRST_RETRY_MILLIS * 2 ** job.attempts, LONGEST_RETRY_MILLIS)
  const retried = { ...job, attempts: job.attempts + 1, transactionId: null, notBefore: now + wait }
  const subscription = await tx.subscriptions.get(job.subscriptionId)
  if (subscription?.digest !== job.digest) {
    await tx.jobs.update(retried)
    return
  }
  const wasClosed =
    job.kind === 'close' && subscription.closed && subscription.cancelReason !== 'opening_lost'
  if (wasClosed && state?.status === 'closed') {
    await tx.jobs.update({ ...job, status: 'done' })
    return
  }
  await tx.jobs.update(retried)
  const isReopened = wasClosed && state?.status === 'open'
  const open = isReopened ? { ...subscription, closed: false, refunded: 0n } : subscription
  const next = await takeBackOwn(operation, open, job, hash)
  const gross = dueAfter(next, job.toSecond) - next.settledGross
  if (next.settledGross < open.settledGross) {
    await fallDue(operation, next)
    return
  }
  if (gross <= 0n) {
    if (next !== subscription) await tx.subscriptions.update(next)
    return
  }
  const latest = await latestInvoice(operation, next)
  const owed = (await failedOf(operation, job)) ?? latest
  if (owed?.status === 'failed') {
    if (hash !== '') await tx.invoices.update({ ...owed, txHash: hash })
    await fallDue(operation, next)
    return
  }
  const invoice: Invoice = { ...newInvoice(operation, job, next, latest), gross, txHash: hash }
  await tx.invoices.insert(invoice)
  await tx.jobs.update({ ...retried, invoiceIds: [...job.invoiceIds, invoice.id] })
  await recordEvent(operation, subscription, 'invoice.payment_failed', presentInvoice(invoice))
  await fallDue(operation, { ...next, latestInvoiceId: invoice.id })
}

/** What the job paid in blocks that have vanished is owed again. */
async function takeBackOwn(
  operation: Operation,
  subscription: Subscription,
  { invoiceIds }: ChainJob,
  hash: Hex | '',
): Promise<Subscription> {
  let next = subscription
  for (const id of invoiceIds) {
    const invoice = await operation.tx.invoices.get(id)
    if (invoice?.status === 'paid') next = await takeBack(operation, next, invoice, hash)
  }
  return next
}

/** The newest of the job's own invoices that says it was refused. */
async function failedOf({ tx }: Operation, { invoiceIds }: ChainJob): Promise<Invoice | null> {
  for (const id of invoiceIds.toReversed()) {
    const invoice = await tx.invoices.get(id)
    if (invoice?.status === 'failed') return invoice
  }
  return null
}

/** A meter that ran or stood is past due from now on, once. */
async function fallDue({ tx, now, newId }: Operation, subscription: Subscription): Promise<void> {
  const { status } = subscription
  const falls = status === 'running' || status === 'paused'
  const next: Subscription = falls ? { ...subscription, status: 'past_due', resumesAs: status } : subscription
  await tx.subscriptions.update(next)
  if (falls)
    await recordEvent(
      { tx, now, newId },
      subscription,
      'subscription.past_due',
      presentSubscription(next, now),
    )
}
