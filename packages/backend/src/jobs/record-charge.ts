import { toUnixMillis } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { EscrowEvent } from '../chain/chain.ts'
import type { ChainJob, Invoice, Subscription } from '../domain/entities.ts'
import type { Operation } from '../domain/operation.ts'
import { recordEvent } from '../domain/record-event.ts'
import { presentInvoice } from '../presenters/present-invoice.ts'
import { unpay } from './paid-invoices.ts'
import { countedIn, unsettledInvoices } from './unsettled-invoices.ts'

const BASIS_POINTS = 10_000n

type Charge = {
  job: ChainJob
  subscription: Subscription
  hash: Hex
  event: Extract<EscrowEvent, { type: 'settled' }>
}

/**
 * Books one `Settled` event. It pays one invoice: the job's own, the failed one that asked for it, else a new one. Where it covers
 * earlier invoices too, whose own transactions it came before, each of those is paid with its own figures, and the last one has the
 * rest, so that the sum is the event's. What had been announced as paid is not announced again.
 *
 * @returns null for an event that was booked before
 */
export async function recordCharge(
  operation: Operation,
  charge: Charge,
): Promise<{ subscription: Subscription; job: ChainJob } | null> {
  const { tx } = operation
  const { job, subscription, event } = charge
  const latest = await latestInvoice(operation, subscription)
  const goesOn = event.fromSecond === subscription.billedSeconds && job.invoiceId === null
  const open =
    goesOn && latest?.status !== 'failed' ? [] : await unsettledInvoices(tx, subscription, charge.job)
  const counted = countedIn(open)
  let second = subscription.billedSeconds - counted.seconds
  if (event.toSecond <= second) return null

  let next = subscription
  let paid = { gross: subscription.settledGross - counted.gross, fee: subscription.settledFee - counted.fee }
  let rest = { gross: event.gross, fee: event.fee }
  const pay = async (invoice: Invoice, before: Invoice | null, seconds: number, part: typeof rest) => {
    const place = { txHash: charge.hash, logIndex: part === rest ? event.logIndex : null }
    const { gross, fee } = part
    const figures = { seconds, amountSettled: gross, gross, fee, net: gross - fee, status: 'paid' as const }
    const changed: Invoice = { ...invoice, ...figures, ...place }
    if (before) await tx.invoices.update(changed)
    else await tx.invoices.insert(changed)
    next = withChange(next, before, changed)
    if (before?.status !== 'paid')
      await recordEvent(operation, subscription, 'invoice.paid', presentInvoice(changed))
    if (before) await takeOver(operation, job, before)
  }

  const queue = [...open]
  let target: Invoice | null = null
  for (let invoice = queue.shift(); invoice; invoice = queue.shift()) {
    const end: number = second + invoice.seconds
    const isOwn = invoice.id === job.invoiceId && event.toSecond <= job.toSecond
    const asksLast = queue.length === 0 && invoice.status === 'failed'
    if (end >= event.toSecond || isOwn || asksLast) {
      target = invoice
      const periodEnd = asksLast ? job.periodEnd : invoice.periodEnd
      await pay({ ...invoice, periodEnd }, invoice, event.toSecond - second, rest)
      break
    }
    const part = partOf(invoice, subscription, paid)
    await pay(invoice, invoice, invoice.seconds, part)
    second = end
    paid = { gross: paid.gross + part.gross, fee: paid.fee + part.fee }
    rest = { gross: rest.gross - part.gross, fee: rest.fee - part.fee }
  }
  if (target === null) {
    target = newInvoice(operation, job, next, latest)
    await pay(target, null, event.toSecond - second, rest)
    next = { ...next, latestInvoiceId: target.id }
  }
  const own = queue.find(({ id, status }) => id === job.invoiceId && status === 'paid')
  await count(operation, subscription, next)
  if (own) next = await takeBack(operation, next, own, '')
  return { subscription: next, job: { ...job, invoiceId: target.id } }
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

/** The newest invoice, paid or failed. */
export async function latestInvoice(
  { tx }: Operation,
  { latestInvoiceId }: Subscription,
): Promise<Invoice | null> {
  return latestInvoiceId === null ? null : tx.invoices.get(latestInvoiceId)
}

/** An invoice of this settlement before anything is known of its fate: whose it is and which period it covers. */
export function newInvoice(
  operation: Operation,
  job: ChainJob,
  subscription: Subscription,
  latest: Invoice | null,
): Invoice {
  return {
    id: operation.newId('in_'),
    merchantId: subscription.merchantId,
    mode: subscription.mode,
    subscriptionId: subscription.id,
    customerId: subscription.customerId,
    periodStart: latest?.periodEnd ?? subscription.startedAt ?? toUnixMillis(0),
    periodEnd: job.periodEnd,
    seconds: job.toSecond - subscription.billedSeconds,
    amountSettled: 0n,
    gross: 0n,
    fee: 0n,
    net: 0n,
    status: 'failed',
    txHash: '',
    logIndex: null,
    created: operation.now,
  }
}

/** What an invoice comes to by itself: what it was paid with before, or what it asks for, its fee floored on the totals as the escrow does. */
function partOf(
  invoice: Invoice,
  { terms }: Subscription,
  paid: { gross: bigint; fee: bigint },
): { gross: bigint; fee: bigint } {
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
async function takeOver({ tx }: Operation, job: ChainJob, invoice: Invoice): Promise<void> {
  if (invoice.id === job.invoiceId) return
  for (const other of await tx.jobs.pendingOf(invoice.subscriptionId)) {
    if (other.id !== job.id && other.invoiceId === invoice.id)
      await tx.jobs.update({ ...other, invoiceId: null })
  }
}
