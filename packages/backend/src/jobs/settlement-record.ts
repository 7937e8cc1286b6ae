import { toUnixMillis } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { ChainReceipt, EscrowEvent } from '../chain/chain.ts'
import type { ChainJob, Invoice, Subscription } from '../domain/entities.ts'
import { dueAfter } from '../domain/meter.ts'
import type { Operation } from '../domain/operation.ts'
import { recordEvent } from '../domain/record-event.ts'
import { schedule } from '../domain/schedule.ts'
import { presentInvoice } from '../presenters/present-invoice.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'

/** Retries of a refused settlement wait 60 s, doubling to an hour (protocol rules, section 3). */
const FIRST_RETRY_MILLIS = 60_000
const LONGEST_RETRY_MILLIS = 3_600_000

/**
 * Books what a settlement or a closing did on chain. Seconds and amounts are those of the escrow's events, never this service's
 * own arithmetic; an event that was booked before changes nothing.
 */
export async function recordSettlement(
  operation: Operation,
  job: ChainJob,
  receipt: ChainReceipt,
  settleEverySeconds: number,
): Promise<void> {
  const { tx, now } = operation
  await tx.jobs.update({ ...job, status: 'done' })
  const subscription = await tx.subscriptions.get(job.subscriptionId)
  // An opening that nobody waited for is closed under its own digest: the subscription's meter is another one.
  if (subscription?.digest !== job.digest) return
  let next: Subscription = subscription
  for (const event of receipt.events) {
    if (event.digest !== job.digest) continue
    if (event.type === 'settled')
      next = await recordCharge(operation, { job, subscription: next, receipt, event })
    if (event.type === 'closed') next = { ...next, closed: true, refunded: event.refunded }
  }
  if (next.status === 'past_due' && next.resumesAs) {
    next = schedule({ ...next, status: next.resumesAs, resumesAs: null }, now, settleEverySeconds)
  }
  await tx.subscriptions.update(next)
}

type Charge = {
  job: ChainJob
  subscription: Subscription
  receipt: ChainReceipt
  event: Extract<EscrowEvent, { type: 'settled' }>
}

/** One `Settled` event is one paid invoice: the failed one that asked for it, if there is one, else a new one. */
async function recordCharge(operation: Operation, charge: Charge): Promise<Subscription> {
  const { tx } = operation
  const { job, subscription, receipt, event } = charge
  if (event.toSecond <= subscription.billedSeconds) return subscription
  const latest = await latestInvoice(operation, subscription)
  const owed = latest?.status === 'failed' ? latest : null
  const invoice: Invoice = {
    ...(owed ? { ...owed, periodEnd: job.periodEnd } : invoiceFrame(operation, job, subscription, latest)),
    seconds: event.toSecond - subscription.billedSeconds,
    amountSettled: event.gross,
    gross: event.gross,
    fee: event.fee,
    net: event.gross - event.fee,
    status: 'paid',
    txHash: receipt.hash,
    logIndex: event.logIndex,
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
  const { status } = subscription
  const next: Subscription = {
    ...subscription,
    latestInvoiceId: invoice.id,
    ...(status === 'running' || status === 'paused' ? { status: 'past_due', resumesAs: status } : {}),
  }
  await tx.subscriptions.update(next)
  if (next.status !== status) {
    await recordEvent(operation, subscription, 'subscription.past_due', presentSubscription(next, now))
  }
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
