import { toUnixMillis } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { EscrowEvent } from '../chain/chain.ts'
import type { ChainJob, Invoice, Subscription } from '../domain/entities.ts'
import { dueAfter } from '../domain/meter.ts'
import type { Operation } from '../domain/operation.ts'
import { recordEvent } from '../domain/record-event.ts'
import { schedule } from '../domain/schedule.ts'
import { presentInvoice } from '../presenters/present-invoice.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import { unpay } from './paid-invoices.ts'

/** Retries of a refused settlement wait 60 s, doubling to an hour (protocol rules, section 3). */
const FIRST_RETRY_MILLIS = 60_000
const LONGEST_RETRY_MILLIS = 3_600_000

/** One of the escrow's events, and the transaction it is in. */
export type FoundEvent = { hash: Hex; event: EscrowEvent }

/**
 * Books what a settlement or a closing did on chain. Seconds and amounts are those of the escrow's events, never this service's
 * own arithmetic; an event that was booked before changes nothing.
 *
 * @param earlier the invoice that this job paid in a block that has vanished: it follows the event, and nothing is announced
 */
export async function recordSettlement(
  operation: Operation,
  job: ChainJob,
  found: readonly FoundEvent[],
  settleEverySeconds: number,
  earlier: Invoice | null = null,
): Promise<void> {
  const { tx, now } = operation
  await tx.jobs.update({ ...job, status: 'done' })
  const subscription = await tx.subscriptions.get(job.subscriptionId)
  // An opening that nobody waited for is closed under its own digest: the subscription's meter is another one.
  if (subscription?.digest !== job.digest) return
  let next: Subscription = subscription
  let follows = earlier
  for (const { hash, event } of found) {
    if (event.digest !== job.digest) continue
    if (event.type === 'settled') {
      const charge = { job, subscription: next, hash, event }
      next = follows ? await moveCharge(operation, charge, follows) : await recordCharge(operation, charge)
      follows = null
    }
    if (event.type === 'closed') next = { ...next, closed: true, refunded: event.refunded }
  }
  if (follows) next = await takeBack(operation, next, follows, '')
  // What is booked again after a reorganisation does not pay what was refused later.
  const owes = (await latestInvoice(operation, next))?.status === 'failed'
  if (next.status === 'past_due' && next.resumesAs && !owes) {
    next = schedule({ ...next, status: next.resumesAs, resumesAs: null }, now, settleEverySeconds)
  }
  await tx.subscriptions.update(next)
}

type Charge = {
  job: ChainJob
  subscription: Subscription
  hash: Hex
  event: Extract<EscrowEvent, { type: 'settled' }>
}

/** One `Settled` event is one paid invoice: the failed one that asked for it, if there is one, else a new one. */
async function recordCharge(operation: Operation, charge: Charge): Promise<Subscription> {
  const { tx } = operation
  const { job, subscription, event } = charge
  if (event.toSecond <= subscription.billedSeconds) return subscription
  const latest = await latestInvoice(operation, subscription)
  const owed = latest?.status === 'failed' ? latest : null
  const invoice: Invoice = {
    ...(owed ? { ...owed, periodEnd: job.periodEnd } : invoiceFrame(operation, job, subscription, latest)),
    seconds: event.toSecond - subscription.billedSeconds,
    ...figuresOf(charge),
  }
  if (owed) await tx.invoices.update(invoice)
  else await tx.invoices.insert(invoice)
  const customer = await tx.customers.get(subscription.customerId)
  if (customer) await tx.customers.update({ ...customer, totalSettled: customer.totalSettled + event.gross })
  await recordEvent(operation, subscription, 'invoice.paid', presentInvoice(invoice))
  return {
    ...subscription,
    billedSeconds: event.toSecond,
    settledGross: subscription.settledGross + event.gross,
    settledFee: subscription.settledFee + event.fee,
    latestInvoiceId: invoice.id,
  }
}

/** The same settlement in another block, perhaps in another transaction, and for other seconds if the meter opened later there. */
async function moveCharge(operation: Operation, charge: Charge, earlier: Invoice): Promise<Subscription> {
  const { tx } = operation
  const { subscription, event } = charge
  const seconds = event.toSecond - event.fromSecond
  await tx.invoices.update({ ...earlier, seconds, ...figuresOf(charge) })
  const more = event.gross - earlier.gross
  const customer = await tx.customers.get(subscription.customerId)
  if (customer && more !== 0n)
    await tx.customers.update({ ...customer, totalSettled: customer.totalSettled + more })
  return {
    ...subscription,
    billedSeconds: subscription.billedSeconds + seconds - earlier.seconds,
    settledGross: subscription.settledGross + more,
    settledFee: subscription.settledFee + event.fee - earlier.fee,
  }
}

function figuresOf({ hash, event }: Charge) {
  return {
    amountSettled: event.gross,
    gross: event.gross,
    fee: event.fee,
    net: event.gross - event.fee,
    status: 'paid' as const,
    txHash: hash,
    logIndex: event.logIndex,
  }
}

/** What an invoice says was paid was not, in the end: it is owed again. @param hash as for `recordRefusal` */
export async function takeBack(
  operation: Operation,
  subscription: Subscription,
  earlier: Invoice,
  hash: Hex | '',
): Promise<Subscription> {
  await unpay(operation, subscription, earlier, hash)
  return {
    ...subscription,
    billedSeconds: subscription.billedSeconds - earlier.seconds,
    settledGross: subscription.settledGross - earlier.gross,
    settledFee: subscription.settledFee - earlier.fee,
    latestInvoiceId: earlier.id,
  }
}

/**
 * Books that the chain refused a settlement: one failed invoice per debt, one event, the meter past due but as it was, and the
 * next try later.
 *
 * @param hash the reverted transaction, or "" when it was refused before it was sent
 */
export async function recordRefusal(operation: Operation, job: ChainJob, hash: Hex | ''): Promise<void> {
  const { tx, now } = operation
  const wait = Math.min(FIRST_RETRY_MILLIS * 2 ** job.attempts, LONGEST_RETRY_MILLIS)
  await tx.jobs.update({ ...job, attempts: job.attempts + 1, transactionId: null, notBefore: now + wait })
  const subscription = await tx.subscriptions.get(job.subscriptionId)
  if (subscription?.digest !== job.digest) return
  const gross = dueAfter(subscription, job.toSecond) - subscription.settledGross
  if (gross <= 0n) return
  const latest = await latestInvoice(operation, subscription)
  if (latest?.status === 'failed') {
    if (hash !== '') await tx.invoices.update({ ...latest, txHash: hash })
    await fallDue(operation, subscription)
    return
  }
  const invoice: Invoice = {
    ...invoiceFrame(operation, job, subscription, latest),
    seconds: job.toSecond - subscription.billedSeconds,
    amountSettled: 0n,
    gross,
    fee: 0n,
    net: 0n,
    status: 'failed',
    txHash: hash,
    logIndex: null,
  }
  await tx.invoices.insert(invoice)
  await recordEvent(operation, subscription, 'invoice.payment_failed', presentInvoice(invoice))
  await fallDue(operation, { ...subscription, latestInvoiceId: invoice.id })
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

/** A failed invoice is always the latest: what is paid next pays it. */
async function latestInvoice(operation: Operation, subscription: Subscription): Promise<Invoice | null> {
  const { latestInvoiceId } = subscription
  return latestInvoiceId === null ? null : operation.tx.invoices.get(latestInvoiceId)
}

/** What every invoice of this settlement shares: whose it is and which period it covers. */
function invoiceFrame(
  operation: Operation,
  job: ChainJob,
  subscription: Subscription,
  latest: Invoice | null,
) {
  return {
    id: operation.newId('in_'),
    merchantId: subscription.merchantId,
    mode: subscription.mode,
    subscriptionId: subscription.id,
    customerId: subscription.customerId,
    periodStart: latest?.periodEnd ?? subscription.startedAt ?? toUnixMillis(0),
    periodEnd: job.periodEnd,
    created: operation.now,
  }
}
