import type { ChainJob, Invoice, Subscription } from '../domain/entities.ts'
import type { Transaction } from '../storage/storage.ts'

const MOST_FAILED = 100

/**
 * What the next charges of a meter pay, oldest first: its failed invoices, and those that say they were paid in a block that has
 * vanished. Everything older is paid for good.
 *
 * @param job one that is being booked; its invoices count whatever their status
 */
export async function unsettledInvoices(
  tx: Transaction,
  subscription: Subscription,
  job: ChainJob | null,
): Promise<Invoice[]> {
  const failed = { subscription: subscription.id, status: 'failed' } as const
  const page = await tx.invoices.list(subscription, { limit: MOST_FAILED }, failed)
  const found = new Map(page?.data.map(invoice => [invoice.id, invoice]))
  const jobs = [...(job ? [job] : []), ...(await tx.jobs.pendingOf(subscription.id))]
  const ids = jobs
    .filter(({ digest }) => digest === subscription.digest)
    .flatMap(({ invoiceIds }) => invoiceIds)
  for (const id of ids) {
    const invoice = await tx.invoices.get(id)
    if (invoice) found.set(invoice.id, invoice)
  }
  return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** What of these invoices is counted in the subscription's totals. */
export function countedIn(invoices: readonly Invoice[]): { seconds: number; gross: bigint; fee: bigint } {
  const total = { seconds: 0, gross: 0n, fee: 0n }
  for (const { status, seconds, gross, fee } of invoices) {
    if (status !== 'paid') continue
    total.seconds += seconds
    total.gross += gross
    total.fee += fee
  }
  return total
}
