import type { Hex } from '@per-second/protocol/types'
import type { Invoice, Subscription } from '../domain/entities.ts'
import type { Operation } from '../domain/operation.ts'
import { recordEvent } from '../domain/record-event.ts'
import { presentInvoice } from '../presenters/present-invoice.ts'
import type { Transaction } from '../storage/storage.ts'

const PAGE = 100

/** All paid invoices of a subscription, newest first. */
export async function paidInvoices(tx: Transaction, subscription: Subscription): Promise<Invoice[]> {
  const found: Invoice[] = []
  const filter = { subscription: subscription.id, status: 'paid' } as const
  for (let more = true; more; ) {
    const cursor = found.at(-1)?.id
    const request = { limit: PAGE, ...(cursor !== undefined && { startingAfter: cursor }) }
    const page = await tx.invoices.list(subscription, request, filter)
    found.push(...(page?.data ?? []))
    more = page?.hasMore ?? false
  }
  return found
}

/**
 * Books that what an invoice says was paid was not: it turns `failed`, and `gross` says what was due. The subscription's own totals
 * are the caller's.
 *
 * @param hash the reverted transaction, or "" when no block has one
 */
export async function unpay(
  operation: Operation,
  subscription: Subscription,
  invoice: Invoice,
  hash: Hex | '',
): Promise<void> {
  const { tx } = operation
  const failed: Invoice = {
    ...invoice,
    amountSettled: 0n,
    fee: 0n,
    net: 0n,
    status: 'failed',
    txHash: hash,
    logIndex: null,
  }
  await tx.invoices.update(failed)
  const customer = await tx.customers.get(subscription.customerId)
  if (customer)
    await tx.customers.update({ ...customer, totalSettled: customer.totalSettled - invoice.gross })
  await recordEvent(operation, subscription, 'invoice.payment_failed', presentInvoice(failed))
}
