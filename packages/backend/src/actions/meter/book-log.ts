import type { Hex } from '@per-second/protocol/types'
import type { ChainJob, EscrowEvent, Subscription } from '../../domain/entities.ts'
import type { BillingOperation } from '../operation.ts'
import { loadBooks, loadNewest } from './load-books.ts'
import { type MeterChange, saveBooks } from './save-books.ts'
import { stepMeter } from './step-meter.ts'

/**
 * Brings the books of many meters up to the escrow's log, and saves them at once. The caller has stored the log before.
 *
 * @param read.fresh events that are new in the log, by meter, or empty for a meter whose events were removed
 * @param read.orphaned jobs whose transactions were orphaned
 * @param read.isReread the log was just read from the chain for this meter alone
 * @returns the jobs whose waiters are woken after the commit, and, by meter, why its log cannot be complete
 */
export async function bookLog(
  operation: BillingOperation,
  meters: readonly Subscription[],
  read: { fresh: ReadonlyMap<Hex, EscrowEvent[]>; orphaned: readonly ChainJob[]; isReread: boolean },
): Promise<{ woken: string[]; faults: Map<Hex, string> }> {
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
  return { woken: await saveBooks(operation, changes), faults }
}
