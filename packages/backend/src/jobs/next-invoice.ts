import { toUnixMillis } from '@per-second/protocol/time'
import type { ChainJob, Invoice, Subscription } from '../domain/entities.ts'
import type { Operation } from '../domain/operation.ts'

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
