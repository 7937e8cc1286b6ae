import type { Subscription } from '../../domain/entities.ts'
import { type MeterBooks, type MeterInput, pendingJobs } from '../../domain/meter/books.ts'
import type { BillingOperation } from '../operation.ts'
import { loadBooks, loadNewest } from './load-books.ts'
import { type MeterChange, saveBooks } from './save-books.ts'
import { stepMeter } from './step-meter.ts'

/** A change as it was saved, why the log cannot be complete, and the jobs whose waiters are woken after the commit. */
export type SavedChange = MeterChange & { before: MeterBooks; fault: string | null; woken: string[] }

/**
 * Loads one meter, takes one step and saves it.
 *
 * @throws {ApiError} for a request that the meter's state does not allow
 */
export async function changeMeter(
  operation: BillingOperation,
  subscription: Subscription,
  input: MeterInput,
): Promise<SavedChange> {
  const loaded = await loadFor(operation, [subscription], [input])
  const [books] = loaded as [MeterBooks]
  const { change, fault } = await stepMeter(operation, books, input)
  return { ...change, fault, woken: await saveBooks(operation, [change]) }
}

/** The id of the closing that is under way; null without one. The answer to a cancel waits for it. */
export function closingOf({ after }: MeterChange): string | null {
  return pendingJobs(after).find(({ kind }) => kind === 'close')?.id ?? null
}

async function loadFor(
  { tx }: BillingOperation,
  meters: readonly Subscription[],
  inputs: readonly MeterInput[],
): Promise<MeterBooks[]> {
  const books = await loadBooks(tx, meters)
  return inputs.some(isOfLog) ? loadNewest(tx, books) : books
}

function isOfLog({ type }: MeterInput): boolean {
  return type === 'logRead' || type === 'refused' || type === 'openingLost'
}
