import type { UnixMillis } from '@per-second/protocol/time'
import { type Announcement, announcements } from '../../domain/meter/announcements.ts'
import type { MeterBooks } from '../../domain/meter/books.ts'
import { isActive, isAnnounced } from '../../domain/meter/clock.ts'
import { presentInvoice } from '../../presenters/present-invoice.ts'
import { presentSessionOf } from '../../presenters/present-session.ts'
import { presentSubscription } from '../../presenters/present-subscription.ts'
import type { Transaction } from '../../storage/storage.ts'
import type { BillingOperation, Operation } from '../operation.ts'
import { recordEvent } from '../record-event.ts'
import { loadBooks } from './load-books.ts'
import { stepMeter } from './step-meter.ts'

/**
 * One step of a meter. `before` is null for a draft that was just accepted. `now` and `traceparent` are those of its
 * events.
 */
export type MeterChange = {
  before: MeterBooks | null
  after: MeterBooks
  now: UnixMillis
  traceparent: string | null
}

/**
 * Saves the differences that steps have made: rows, counts, totals, events with their deliveries. The only writer of subscriptions,
 * invoices and jobs (`scripts/check-writers.ts`). A meter may stand in the list several times, in the order of its steps.
 */
export async function saveBooks(operation: BillingOperation, steps: readonly MeterChange[]): Promise<void> {
  const { tx } = operation
  const changes = await endReplaced(operation, steps)
  for (const { before, after } of changes) {
    await saveRows(tx.subscriptions, before ? [before.subscription] : [], [after.subscription])
    await saveSession(operation, before, after)
    await saveRows(tx.jobs, before?.jobs ?? [], after.jobs)
    await saveRows(tx.invoices, before?.invoices ?? [], after.invoices)
  }
  await moveCounts(tx, changes)
  for (const change of changes) await recordAnnouncements(operation, change)
}

async function saveRows<Row extends { id: string }>(
  table: { insert(row: Row): Promise<void>; update(row: Row): Promise<void> },
  before: readonly Row[],
  after: readonly Row[],
): Promise<void> {
  const stored = new Map(before.map(row => [row.id, row]))
  for (const row of after) {
    const known = stored.get(row.id)
    if (known === undefined) await table.insert(row)
    else if (known !== row) await table.update(row)
  }
}

/** A session that is free again takes its client tokens back: they were for a meter that will not be opened. */
async function saveSession(
  { tx, now }: Operation,
  before: MeterBooks | null,
  { session }: MeterBooks,
): Promise<void> {
  const known = before?.session ?? null
  if (session === null || session === known) return
  await tx.sessions.update(session)
  if (session.subscriptionId !== null || !known?.subscriptionId) return
  for (const token of await tx.tokens.ofSession(session.id))
    await tx.tokens.update({ ...token, revokedAt: token.revokedAt ?? now })
}

/** The counts of a product and the totals of a customer move by the differences of their meters. */
async function moveCounts(tx: Transaction, changes: readonly MeterChange[]): Promise<void> {
  const active = new Map<string, number>()
  const totals = new Map<string, { settled: bigint; announced: number }>()
  for (const { before, after } of changes) {
    const [was, is] = [before?.subscription ?? null, after.subscription]
    const more = Number(isActive(is)) - Number(was !== null && isActive(was))
    if (more !== 0) active.set(is.productId, (active.get(is.productId) ?? 0) + more)
    const settled = is.settledGross - (was?.settledGross ?? 0n)
    const announced = Number(isAnnounced(is)) - Number(was !== null && isAnnounced(was))
    if (settled === 0n && announced === 0) continue
    const sum = totals.get(is.customerId) ?? { settled: 0n, announced: 0 }
    totals.set(is.customerId, { settled: sum.settled + settled, announced: sum.announced + announced })
  }
  for (const product of await tx.products.getMany([...active.keys()])) {
    const activeSubscriptions = product.activeSubscriptions + (active.get(product.id) ?? 0)
    await tx.products.update({ ...product, activeSubscriptions })
  }
  for (const customer of await tx.customers.getMany([...totals.keys()])) {
    const { settled, announced } = totals.get(customer.id) ?? { settled: 0n, announced: 0 }
    const subscriptionCount = customer.subscriptionCount + announced
    await tx.customers.update({
      ...customer,
      subscriptionCount,
      totalSettled: customer.totalSettled + settled,
    })
  }
}

/** Each event carries its row as it is saved. */
async function recordAnnouncements(
  operation: Operation,
  { before, after, now, traceparent }: MeterChange,
): Promise<void> {
  for (const announcement of announcements(before, after)) {
    const data = await present(operation.tx, announcement, now)
    await recordEvent({ ...operation, now, traceparent }, after.subscription, {
      type: announcement.type,
      resource: data,
    })
  }
}

function present(tx: Transaction, { of, row }: Announcement, now: UnixMillis): unknown {
  switch (of) {
    case 'subscription':
      return presentSubscription(row, now)
    case 'session':
      return presentSessionOf(tx, row, now)
    case 'invoice':
      return presentInvoice(row)
  }
}

/**
 * Ends each meter whose successor has just started to count, at that instant (docs/money.md, rule 80). The change is saved in the same
 * unit of work: no second is charged on both meters, and none on neither.
 *
 * @returns the changes with those of the replaced meters behind them
 */
async function endReplaced(
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
