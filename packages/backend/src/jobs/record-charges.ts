import type { Hex } from '@per-second/protocol/types'
import type { EscrowEvent } from '../chain/chain.ts'
import type { ChainJob, Invoice, Subscription } from '../domain/entities.ts'
import { instantOfSecond } from '../domain/meter.ts'
import type { Operation } from '../domain/operation.ts'
import { recordEvent } from '../domain/record-event.ts'
import { presentInvoice } from '../presenters/present-invoice.ts'
import { latestInvoice, newInvoice } from './next-invoice.ts'
import { unpay } from './paid-invoices.ts'
import { countedIn, unsettledInvoices } from './unsettled-invoices.ts'

const BASIS_POINTS = 10_000n

/** One of the escrow's `Settled` events, and the transaction it is in. */
export type Charge = { hash: Hex; event: Extract<EscrowEvent, { type: 'settled' }> }

type Amounts = { gross: bigint; fee: bigint }

export type Charged = {
  subscription: Subscription
  /** The invoices that were paid, oldest first; none when all was booked before. */
  invoiceIds: string[]
}

/**
 * Books what a job's meter was charged. An event pays one invoice: the oldest that is open, else a new one. Where it covers others
 * too, whose own transactions it came before, each of those is paid with its own figures, and the last one has the rest, so that the
 * sum is the event's. What had been announced as paid is not announced again. What the job had paid in a block that has vanished,
 * and no event pays now, is owed again.
 *
 * @param charges of one meter, oldest first; those that were booked before change nothing
 * @returns null, and nothing is written, when they do not go on where the books end: a block has vanished that was not noticed yet
 */
export async function recordCharges(
  operation: Operation,
  job: ChainJob,
  subscription: Subscription,
  charges: readonly Charge[],
): Promise<Charged | null> {
  const { tx } = operation
  if (charges.length === 0 && job.invoiceIds.length === 0) return { subscription, invoiceIds: [] }
  const latest = await latestInvoice(operation, subscription)
  const goesOn =
    charges[0]?.event.fromSecond === subscription.billedSeconds &&
    job.invoiceIds.length === 0 &&
    latest?.status !== 'failed'
  const open = goesOn ? [] : await unsettledInvoices(tx, subscription, job)
  const counted = countedIn(open)
  const fresh = await freshOf(operation, job, charges, subscription.billedSeconds - counted.seconds)
  if (fresh === null) return null

  const queue = [...open]
  const lastOwn = open.findLast(({ id }) => job.invoiceIds.includes(id))
  const invoiceIds: string[] = []
  let next = subscription
  let paid: Amounts = {
    gross: subscription.settledGross - counted.gross,
    fee: subscription.settledFee - counted.fee,
  }
  const pay = async (invoice: Invoice, before: Invoice | null, { gross, fee }: Amounts) => {
    const changed: Invoice = {
      ...invoice,
      amountSettled: gross,
      gross,
      fee,
      net: gross - fee,
      status: 'paid',
    }
    if (before) await tx.invoices.update(changed)
    else await tx.invoices.insert(changed)
    next = withChange(next, before, changed)
    paid = { gross: paid.gross + gross, fee: paid.fee + fee }
    invoiceIds.push(changed.id)
    if (before?.status !== 'paid')
      await recordEvent(operation, subscription, 'invoice.paid', presentInvoice(changed))
    if (before) await takeOver(operation, job, before)
  }

  for (const { hash, event } of fresh) {
    let second = event.fromSecond
    let rest: Amounts = { gross: event.gross, fee: event.fee }
    let target: Invoice | null = null
    let isAskedFor = false
    while (target === null && queue.length > 0) {
      const invoice = queue.shift() as Invoice
      const end = second + invoice.seconds
      isAskedFor = queue.length === 0 && invoice.status === 'failed'
      const isOwn = invoice === lastOwn && event.toSecond <= job.toSecond
      if (end >= event.toSecond || isOwn || isAskedFor) target = invoice
      else {
        const part = partOf(invoice, subscription, paid)
        await pay({ ...invoice, txHash: hash, logIndex: null }, invoice, part)
        second = end
        rest = { gross: rest.gross - part.gross, fee: rest.fee - part.fee }
      }
    }
    const isLast = event === fresh.at(-1)?.event
    const asked = isLast ? job.periodEnd : (instantOfSecond(next, event.toSecond) ?? job.periodEnd)
    const blank = target ?? newInvoice(operation, job, next, await latestInvoice(operation, next))
    const periodEnd = target === null || isAskedFor ? asked : target.periodEnd
    const place = { txHash: hash, logIndex: event.logIndex }
    await pay({ ...blank, ...place, periodEnd, seconds: event.toSecond - second }, target, rest)
    if (target === null) next = { ...next, latestInvoiceId: blank.id }
  }
  await count(operation, subscription, next)
  for (const invoice of queue) {
    if (invoice.status === 'paid' && job.invoiceIds.includes(invoice.id))
      next = await takeBack(operation, next, invoice, '')
  }
  return { subscription: next, invoiceIds }
}

/** Those that were not booked before, which follow each other from `start` on; null when they do not. */
async function freshOf(
  { tx }: Operation,
  job: ChainJob,
  charges: readonly Charge[],
  start: number,
): Promise<Charge[] | null> {
  const fresh: Charge[] = []
  let second = start
  for (const charge of charges) {
    const { hash, event } = charge
    if (event.fromSecond === second) {
      fresh.push(charge)
      second = event.toSecond
      continue
    }
    // With nothing of its own to pay, what charges no second that is not in the books is in them already.
    const isOld = job.invoiceIds.length === 0 && event.toSecond <= second
    if (!isOld && (await tx.invoices.ofEvent(hash, event.logIndex)) === null) return null
  }
  return fresh
}

/** What an invoice says was paid was not, in the end: it is owed again. @param hash the reverted transaction, or "" */
export async function takeBack(
  operation: Operation,
  subscription: Subscription,
  invoice: Invoice,
  hash: Hex | '',
): Promise<Subscription> {
  await unpay(operation, subscription, invoice, hash)
  return withChange(subscription, invoice, null)
}

/** What an invoice comes to by itself: what it was paid with before, or what it asks for, its fee floored on the totals as the escrow does. */
function partOf(invoice: Invoice, { terms }: Subscription, paid: Amounts): Amounts {
  const { gross, fee, status } = invoice
  if (status === 'paid') return { gross, fee }
  return { gross, fee: ((paid.gross + gross) * BigInt(terms.feeBps)) / BASIS_POINTS - paid.fee }
}

/** The subscription's totals after one of its invoices has changed. */
function withChange(subscription: Subscription, before: Invoice | null, after: Invoice | null): Subscription {
  const [less, more] = [countedIn(before ? [before] : []), countedIn(after ? [after] : [])]
  return {
    ...subscription,
    billedSeconds: subscription.billedSeconds + more.seconds - less.seconds,
    settledGross: subscription.settledGross + more.gross - less.gross,
    settledFee: subscription.settledFee + more.fee - less.fee,
  }
}

/** The customer's total moves with the subscription's. */
async function count({ tx }: Operation, before: Subscription, after: Subscription): Promise<void> {
  const more = after.settledGross - before.settledGross
  const customer = more === 0n ? null : await tx.customers.get(after.customerId)
  if (customer) await tx.customers.update({ ...customer, totalSettled: customer.totalSettled + more })
}

/** An invoice that this job's charge has paid is nobody else's concern any more. */
async function takeOver({ tx }: Operation, job: ChainJob, { id, subscriptionId }: Invoice): Promise<void> {
  for (const other of await tx.jobs.pendingOf(subscriptionId)) {
    if (other.id !== job.id && other.invoiceIds.includes(id))
      await tx.jobs.update({ ...other, invoiceIds: other.invoiceIds.filter(own => own !== id) })
  }
}
