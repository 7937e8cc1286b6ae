import type { Hex } from '@per-second/protocol/types'
import type { ChainJob } from '../../domain/entities.ts'
import { hasBegun } from '../../domain/meter.ts'
import type { BillingOperation } from '../operation.ts'
import { bookMeter } from './book-meter.ts'
import { retryLater } from './retry-later.ts'

/**
 * Books that the chain refused to charge a meter: one failed invoice per debt, one event, the meter past due but as it was, and the next
 * try later.
 *
 * @param refused.hash the reverted transaction, or "" when it was refused before it was sent
 * @param refused.isReread whether the meter's log was just read for this meter alone
 * @returns why the meter's log cannot be whole, or null; then the unit of work is to be given up
 */
export async function refuseCharge(
  operation: BillingOperation,
  job: ChainJob,
  refused: { hash: Hex | ''; isReread: boolean },
): Promise<string | null> {
  const { hash, isReread } = refused
  await retryLater(operation, job)
  const subscription = await operation.tx.subscriptions.get(job.subscriptionId)
  if (subscription === null || !hasBegun(subscription)) return null
  const refusal = { of: 'charge', toSecond: job.toSecond, hash } as const
  return (await bookMeter(operation, subscription, { fresh: [], isReread, refusal })).fault
}
