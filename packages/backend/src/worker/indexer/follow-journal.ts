import type { ChainJob, ChainTransaction, EscrowEvent, Subscription } from '../../domain/entities.ts'
import type { Transaction } from '../../storage/storage.ts'

/**
 * Writes the outcome of the transactions behind these events to the journal. The orphaned work of a transaction for a
 * meter is pending again. So is the transaction itself, when its block was orphaned instead of one meter's log being
 * read again.
 *
 * @param meters the meters of the events
 * @returns the jobs that are to be done again
 */
export async function followJournal(
  tx: Transaction,
  meters: readonly Subscription[],
  {
    fresh,
    removed,
    isFork,
  }: { fresh: readonly EscrowEvent[]; removed: readonly EscrowEvent[]; isFork: boolean },
): Promise<ChainJob[]> {
  const again: ChainJob[] = []
  const included = new Map(fresh.map(({ txHash, blockNumber }) => [txHash, blockNumber]))
  const ids = new Map(meters.map(({ meterId, id }) => [meterId, id]))
  for (const gone of await tx.transactions.byHashes(removed.map(({ txHash }) => txHash))) {
    if (included.has(gone.hash)) continue
    const events = removed.filter(({ txHash }) => txHash === gone.hash)
    const lost = new Set(events.map(({ meterId }) => ids.get(meterId)))
    for (const attempt of await tx.transactions.ofNonce(gone)) {
      if (attempt.status === 'included' && isFork)
        await tx.transactions.update({ ...attempt, status: 'signed', includedIn: null })
      for (const job of await tx.jobs.ofTransaction(attempt.id))
        if (job.status !== 'pending' && lost.has(job.subscriptionId)) again.push(job)
    }
  }
  for (const found of await tx.transactions.byHashes([...included.keys()]))
    await recordOutcome(tx, found, { status: 'included', includedIn: included.get(found.hash) ?? null })
  return again
}

/** One of the transactions that were signed for a nonce is in a block: whichever it is, it is the truth (docs/money.md, rule 29). */
export async function recordOutcome(
  tx: Transaction,
  found: ChainTransaction,
  { status, includedIn }: { status: 'included' | 'reverted'; includedIn: number | null },
): Promise<void> {
  for (const attempt of await tx.transactions.ofNonce(found)) {
    const outcome =
      attempt.id === found.id ? { status, includedIn } : { status: 'replaced' as const, includedIn: null }
    await tx.transactions.update({ ...attempt, ...outcome })
  }
}
