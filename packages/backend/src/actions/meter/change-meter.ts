import type { Hex } from '@per-second/protocol/types'
import type { ChainJob, EscrowEvent, Subscription } from '../../domain/entities.ts'
import { type MeterBooks, type MeterInput, pendingJobs } from '../../domain/meter/books.ts'
import type { BillingOperation } from '../operation.ts'
import { loadBooks, loadNewest } from './load-books.ts'
import { type MeterChange, saveBooks } from './save-books.ts'
import { stepMeter } from './step-meter.ts'

/**
 * Loads one meter, takes one step and saves it.
 *
 * @throws {ApiError} for a request that the meter's state does not allow
 */
export async function changeMeter(
  operation: BillingOperation,
  subscription: Subscription,
  input: MeterInput,
): Promise<MeterChange> {
  const [books] = (await loadBooks(operation.tx, [subscription])) as [MeterBooks]
  const { change } = await stepMeter(operation, books, input)
  await saveBooks(operation, [change])
  return change
}

/** The id of the pending closing, or null without one. The response to a cancel waits for it. */
export function closingOf({ after }: MeterChange): string | null {
  return pendingJobs(after).find(({ kind }) => kind === 'close')?.id ?? null
}

/** The log of a meter is not complete: nothing is saved, and the log is read again first. */
export class LogIncomplete extends Error {
  override readonly name = 'LogIncomplete'
}

/**
 * Takes one step for each of these jobs that is still pending, in their order, and saves all of them at once.
 *
 * @param inputOf the input for a job as it is now
 * @throws {LogIncomplete} the unit of work is to be given up
 */
export async function changeJobs(
  operation: BillingOperation,
  jobs: readonly Pick<ChainJob, 'id'>[],
  inputOf: (job: ChainJob, meter: Subscription) => MeterInput,
): Promise<void> {
  const { tx } = operation
  const found = await tx.jobs.getMany(jobs.map(({ id }) => id))
  const pending = found.filter(({ status }) => status === 'pending')
  const meters = await tx.subscriptions.getMany([...new Set(pending.map(job => job.subscriptionId))])
  const meterOf = new Map(meters.map(meter => [meter.id, meter]))
  const steps = pending.flatMap(job => {
    const meter = meterOf.get(job.subscriptionId)
    return meter ? [{ job, input: inputOf(job, meter) }] : []
  })
  const loaded = await loadBooks(tx, meters)
  const books = steps.some(({ input }) => isOfLog(input)) ? await loadNewest(tx, loaded) : loaded
  const current = new Map(books.map(each => [each.subscription.id, each]))
  const changes: MeterChange[] = []
  for (const { job, input } of steps) {
    const { traceparent } = job
    const before = current.get(job.subscriptionId) as MeterBooks
    const { change, fault } = await stepMeter({ ...operation, traceparent }, before, input)
    if (fault !== null) throw new LogIncomplete(fault)
    changes.push(change)
    current.set(job.subscriptionId, change.after)
  }
  await saveBooks(operation, changes)
}

function isOfLog({ type }: MeterInput): boolean {
  return type === 'refused' || type === 'openingLost'
}

/**
 * Brings the books of many meters up to the escrow's log, and saves them at once. The caller has stored the log before.
 *
 * @param read.fresh events that are new in the log, by meter, or empty for a meter whose events were removed
 * @param read.orphaned jobs whose transactions were orphaned
 * @param read.isReread the log was just read from the chain for this meter alone
 * @returns by meter, why its log cannot be complete
 */
export async function bookLog(
  operation: BillingOperation,
  meters: readonly Subscription[],
  read: { fresh: ReadonlyMap<Hex, EscrowEvent[]>; orphaned: readonly ChainJob[]; isReread: boolean },
): Promise<Map<Hex, string>> {
  const { tx } = operation
  const { isReread } = read
  const orphaned = read.orphaned.map(({ id }) => id)
  const changes: MeterChange[] = []
  const faults = new Map<Hex, string>()
  for (const books of await loadNewest(tx, await loadBooks(tx, meters, read.orphaned))) {
    const { meterId } = books.subscription
    const fresh = read.fresh.get(meterId) ?? []
    const { change, fault } = await stepMeter(operation, books, {
      type: 'logRead',
      fresh,
      orphaned,
      isReread,
    })
    changes.push(change)
    if (fault !== null) faults.set(meterId, fault)
  }
  await saveBooks(operation, changes)
  return faults
}
