import type { MeterBooks, MeterInput } from '../../domain/meter/books.ts'
import { contextOf, step } from '../../domain/meter/step.ts'
import type { BillingOperation } from '../operation.ts'
import { loadLog } from './load-books.ts'
import type { MeterChange } from './save-books.ts'

/**
 * Takes one step, and loads the whole log where the machine needs it. Writes nothing.
 *
 * @returns the change to save, and why the log cannot be complete, or null
 * @throws {ApiError} for a request that the meter's state does not allow
 */
export async function stepMeter(
  { tx, now, policy, newId, traceparent = null }: BillingOperation,
  loaded: MeterBooks,
  input: MeterInput,
): Promise<{ change: MeterChange & { before: MeterBooks }; fault: string | null }> {
  const context = contextOf(loaded, input, { now, policy, newId, traceparent })
  let before = loaded
  let result = step(before, input, context)
  if ('needs' in result) {
    before = await loadLog(tx, loaded)
    result = step(before, input, context)
  }
  if ('needs' in result) throw new Error(`${input.type} needs more than the whole log`)
  const { books: after, fault } = result
  return { change: { before, after, now: context.now, traceparent: context.traceparent }, fault }
}
