import type { Hex } from '@per-second/protocol/types'
import type { EscrowEvent } from '../chain/chain.ts'
import type { ChainJob, Invoice, Subscription } from '../domain/entities.ts'
import { dueAfter } from '../domain/meter.ts'
import type { Operation } from '../domain/operation.ts'
import { recordEvent } from '../domain/record-event.ts'
import { schedule } from '../domain/schedule.ts'
import { presentInvoice } from '../presenters/present-invoice.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import { latestInvoice, newInvoice, recordCharge, takeBack } from './record-charge.ts'
import { unsettledInvoices } from './unsettled-invoices.ts'

/** Retries of a refused settlement wait 60 s, doubling to an hour (protocol rules, section 3). */
const FIRST_RETRY_MILLIS = 60_000
const LONGEST_RETRY_MILLIS = 3_600_000

/** One of the escrow's events, and the transaction it is in. */
export type FoundEvent = { hash: Hex; event: EscrowEvent }

/**
 * Books what a settlement or a closing did on chain. Seconds and amounts are those of the escrow's events, never this service's
 * own arithmetic; an event that was booked before changes nothing. An invoice that this job paid in a block that has vanished
 * follows the event, and nothing is announced; it is owed again when there is none.
 */
export async function recordSettlement(
  operation: Operation,
  job: ChainJob,
  found: readonly FoundEvent[],
  settleEverySeconds: number,
): Promise<void> {
  const { tx, now } = operation
  const done: ChainJob = { ...job, status: 'done' }
  const subscription = await tx.subscriptions.get(job.subscriptionId)
  // An opening that nobody waited for is closed under its own digest: the subscription's meter is another one.
  if (subscription?.digest !== job.digest) {
    await tx.jobs.update(done)
    return
  }
  let booked = { subscription, job: done }
  let charged = false
  for (const { hash, event } of found) {
    if (event.digest !== job.digest) continue
    if (event.type === 'settled') {
      const after = await recordCharge(operation, { ...booked, hash, event })
      charged ||= after !== null
      booked = after ?? booked
    }
    if (event.type === 'closed')
      booked.subscription = { ...booked.subscription, closed: true, refunded: event.refunded }
  }
  await tx.jobs.update(booked.job)
  let next = booked.subscription
  if (!charged) next = await takeBackOwn(operation, next, job, '')
  const isPastDue = next.status === 'past_due' && next.resumesAs !== null
  const lost = next.billedSeconds < subscription.billedSeconds
  const owes = (isPastDue || lost) && (await owesAnything(operation, next))
  if (owes) await fallDue(operation, next)
  else if (next.status === 'past_due' && next.resumesAs)
    await tx.subscriptions.update(
      schedule({ ...next, status: next.resumesAs, resumesAs: null }, now, settleEverySeconds),
    )
  else await tx.subscriptions.update(next)
}

/** Whether an invoice is failed: one of the last ones, for those before it are paid. */
async function owesAnything({ tx }: Operation, subscription: Subscription): Promise<boolean> {
  const open = await unsettledInvoices(tx, subscription, null)
  return open.some(({ status }) => status === 'failed')
}

/** What the job paid in a block that has vanished is owed again. */
async function takeBackOwn(
  operation: Operation,
  subscription: Subscription,
  { invoiceId }: ChainJob,
  hash: Hex | '',
): Promise<Subscription> {
  const own = invoiceId === null ? null : await operation.tx.invoices.get(invoiceId)
  return own?.status === 'paid' ? takeBack(operation, subscription, own, hash) : subscription
}

/**
 * Books that the chain refused a settlement: one failed invoice per debt, one event, the meter past due but as it was, and the
 * next try later. What the job did in a block that has vanished is undone.
 *
 * @param hash the reverted transaction, or "" when it was refused before it was sent
 */
export async function recordRefusal(operation: Operation, job: ChainJob, hash: Hex | ''): Promise<void> {
  const { tx, now } = operation
  const wait = Math.min(FIRST_RETRY_MILLIS * 2 ** job.attempts, LONGEST_RETRY_MILLIS)
  const retried = { ...job, attempts: job.attempts + 1, transactionId: null, notBefore: now + wait }
  await tx.jobs.update(retried)
  const subscription = await tx.subscriptions.get(job.subscriptionId)
  if (subscription?.digest !== job.digest) return
  const isReopened =
    job.kind === 'close' && subscription.closed && subscription.cancelReason !== 'opening_lost'
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
  const own = job.invoiceId === null ? latest : await tx.invoices.get(job.invoiceId)
  const owed = own?.status === 'failed' ? own : latest
  if (owed?.status === 'failed') {
    if (hash !== '') await tx.invoices.update({ ...owed, txHash: hash })
    await fallDue(operation, next)
    return
  }
  const invoice: Invoice = { ...newInvoice(operation, job, next, latest), gross, txHash: hash }
  await tx.invoices.insert(invoice)
  await tx.jobs.update({ ...retried, invoiceId: invoice.id })
  await recordEvent(operation, subscription, 'invoice.payment_failed', presentInvoice(invoice))
  await fallDue(operation, { ...next, latestInvoiceId: invoice.id })
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
