import type { MeterBooks } from '../../domain/meter/books.ts'
import type { BillingOperation } from '../operation.ts'
import { loadBooks } from './load-books.ts'
import type { MeterChange } from './save-books.ts'
import { stepMeter } from './step-meter.ts'

/**
 * Ends each meter whose successor has just started to count, at that instant (docs/money.md, rule 80). The change is saved in the same
 * unit of work: no second is charged on both meters, and none on neither.
 *
 * @returns the changes with those of the replaced meters behind them
 */
export async function endReplaced(
  operation: BillingOperation,
  changes: readonly MeterChange[],
): Promise<readonly MeterChange[]> {
  const replaced: MeterChange[] = []
  for (const { before, after, traceparent } of changes) {
    const { id: successor, replaces, startedAt: at } = after.subscription
    if (replaces === null || at === null || before?.subscription.startedAt !== null) continue
    const books = await currentBooks(operation, replaces, [...changes, ...replaced])
    if (books === null) continue
    const { change } = await stepMeter({ ...operation, traceparent }, books, {
      type: 'replaced',
      successor,
      at,
    })
    replaced.push(change)
  }
  return replaced.length === 0 ? changes : [...changes, ...replaced]
}

/** The books as the changes leave them, or the stored ones if no change concerns this meter. */
async function currentBooks(
  { tx }: BillingOperation,
  id: string,
  changes: readonly MeterChange[],
): Promise<MeterBooks | null> {
  const changed = changes.findLast(({ after }) => after.subscription.id === id)
  if (changed) return changed.after
  const subscription = await tx.subscriptions.get(id)
  return subscription === null ? null : ((await loadBooks(tx, [subscription]))[0] ?? null)
}
