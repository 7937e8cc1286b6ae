import type { ChainJob, Subscription } from '../../domain/entities.ts'
import type { Transaction } from '../../storage/storage.ts'

/** Reads at once what booking each of these meters asks for. @returns their pending jobs, by subscription */
export async function readAhead(
  tx: Transaction,
  meters: readonly Subscription[],
): Promise<Map<string, ChainJob[]>> {
  await tx.customers.getMany(meters.map(({ customerId }) => customerId))
  await tx.invoices.getMany(meters.flatMap(({ latestInvoiceId }) => latestInvoiceId ?? []))
  const jobs = await tx.jobs.pendingOfMany(meters.map(({ id }) => id))
  await tx.transactions.getMany(jobs.flatMap(({ transactionId }) => transactionId ?? []))
  return Map.groupBy(jobs, job => job.subscriptionId)
}
