import { toUnixMillis } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { ChainReceipt } from '../chain/chain.ts'
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
 * Books what a settlement or a closing did on chain. The amounts are those of the escrow's events, never this service's own
 * arithmetic; an event that was booked before changes nothing.
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
  if (!subscription) return
  const own = receipt.events.filter(event => event.digest === job.digest)
  const settled = own.find(event => event.type === 'settled')
  const closed = own.find(event => event.type === 'closed')
  if (settled && (await tx.invoices.byLog(receipt.hash, settled.logIndex))) return

  const billedSeconds = Math.max(
    subscription.billedSeconds,
    settled?.type === 'settled' ? settled.toSecond : closed ? job.toSecond : 0,
  )
  let next: Subscription = { ...subscription, billedSeconds }
  if (settled?.type === 'settled' || (closed && billedSeconds > subscription.billedSeconds)) {
    const charge =
      settled?.type === 'settled' ? settled : { gross: 0n, fee: 0n, logIndex: closed?.logIndex ?? null }
    const invoice = await paidInvoice(operation, { job, subscription, receipt, charge, billedSeconds })
    next = {
      ...next,
      settledGross: subscription.settledGross + charge.gross,
      settledFee: subscription.settledFee + charge.fee,
      latestInvoiceId: invoice.id,
    }
    const customer = await tx.customers.get(subscription.customerId)
    if (customer) {
      await tx.customers.update({ ...customer, totalSettled: customer.totalSettled + charge.gross })
    }
    await recordEvent(operation, subscription, 'invoice.paid', presentInvoice(invoice))
  }
  if (closed?.type === 'closed') next = { ...next, closed: true, refunded: closed.refunded }
  if (next.status === 'past_due' && next.resumesAs) {
    next = schedule({ ...next, status: next.resumesAs, resumesAs: null }, now, settleEverySeconds)
  }
  await tx.subscriptions.update(next)
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
  if (!subscription) return
  const gross = dueAfter(subscription, job.toSecond) - subscription.settledGross
  if (gross <= 0n) return
  const known = await tx.invoices.failedOf(subscription.id)
  if (known) {
    if (hash !== '') await tx.invoices.update({ ...known, txHash: hash })
    return
  }
  const invoice: Invoice = {
    ...(await invoiceFrame(operation, job, subscription)),
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

async function paidInvoice(
  operation: Operation,
  paid: {
    job: ChainJob
    subscription: Subscription
    receipt: ChainReceipt
    charge: { gross: bigint; fee: bigint; logIndex: number | null }
    billedSeconds: number
  },
): Promise<Invoice> {
  const { job, subscription, receipt, charge, billedSeconds } = paid
  const owed = await operation.tx.invoices.failedOf(subscription.id)
  const invoice: Invoice = {
    ...(owed ? { ...owed, periodEnd: job.periodEnd } : await invoiceFrame(operation, job, subscription)),
    seconds: billedSeconds - subscription.billedSeconds,
    amountSettled: charge.gross,
    gross: charge.gross,
    fee: charge.fee,
    net: charge.gross - charge.fee,
    status: 'paid',
    txHash: receipt.hash,
    logIndex: charge.logIndex,
  }
  if (owed) await operation.tx.invoices.update(invoice)
  else await operation.tx.invoices.insert(invoice)
  return invoice
}

/** What every invoice of this settlement shares: whose it is and which period it covers. */
async function invoiceFrame(operation: Operation, job: ChainJob, subscription: Subscription) {
  const { latestInvoiceId } = subscription
  const latest = latestInvoiceId === null ? null : await operation.tx.invoices.get(latestInvoiceId)
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
