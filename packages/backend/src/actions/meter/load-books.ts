import type { Hex } from '@per-second/protocol/types'
import type { ChainJob, ChainTransaction, Subscription } from '../../domain/entities.ts'
import type { MeterBooks, WholeBooks } from '../../domain/meter/books.ts'
import { hasBegun } from '../../domain/meter/clock.ts'
import type { Transaction } from '../../storage/storage.ts'

/**
 * Loads the rows for requests and due instants, with one query a table for all meters: pending jobs, and the sessions
 * of meters that wait for their opening. Books are saved in the transaction that loaded them: stale ones would write
 * old values back.
 *
 * @param orphaned jobs whose transactions were orphaned, in any status
 * @returns in the order of the meters
 */
export async function loadBooks(
  tx: Transaction,
  meters: readonly Subscription[],
  orphaned: readonly ChainJob[] = [],
): Promise<MeterBooks[]> {
  const [jobs, sessions] = await Promise.all([
    tx.jobs.pendingOf(meters.map(({ id }) => id)),
    tx.sessions.getMany(meters.flatMap(meter => (hasBegun(meter) ? [] : [meter.sessionId]))),
  ])
  const jobsOf = Map.groupBy([...jobs, ...orphaned].toSorted(byId), job => job.subscriptionId)
  const sessionOf = new Map(sessions.map(session => [session.id, session]))
  return meters.map(subscription => ({
    subscription,
    session: sessionOf.get(subscription.sessionId) ?? null,
    jobs: jobsOf.get(subscription.id) ?? [],
    signed: new Map(),
    invoices: [],
    log: null,
  }))
}

/**
 * Adds the rows for an appended charge: the newest invoice, and the hashes signed for the jobs. Customers are read
 * ahead for the save.
 */
export async function loadNewest(tx: Transaction, books: readonly MeterBooks[]): Promise<MeterBooks[]> {
  const [newest, signed] = await Promise.all([
    tx.invoices.getMany(books.flatMap(({ subscription }) => subscription.latestInvoiceId ?? [])),
    signedHashes(
      tx,
      books.flatMap(({ jobs }) => jobs.flatMap(({ transactionId }) => transactionId ?? [])),
    ),
    tx.customers.getMany(books.map(({ subscription }) => subscription.customerId)),
  ])
  const newestOf = Map.groupBy(newest, invoice => invoice.subscriptionId)
  return books.map(each => ({ ...each, signed, invoices: newestOf.get(each.subscription.id) ?? [] }))
}

async function signedHashes(tx: Transaction, ids: readonly string[]): Promise<Map<string, Hex[]>> {
  const signed = new Map<string, Hex[]>()
  for (const transaction of await tx.transactions.getMany(ids))
    signed.set(transaction.id, await attemptsOf(tx, transaction))
  return signed
}

async function attemptsOf(tx: Transaction, transaction: ChainTransaction): Promise<Hex[]> {
  if (transaction.status !== 'replaced') return [transaction.hash]
  return (await tx.transactions.ofNonce(transaction)).map(({ hash }) => hash)
}

/** Adds the whole log and every invoice. */
export async function loadLog(tx: Transaction, books: MeterBooks): Promise<WholeBooks> {
  const { subscription } = books
  const [log, invoices] = await Promise.all([
    tx.escrowEvents.ofMeter(subscription.meterId),
    tx.invoices.ofSubscription(subscription),
  ])
  return { ...books, log, invoices }
}

function byId(a: ChainJob, b: ChainJob): number {
  return a.id < b.id ? -1 : 1
}
