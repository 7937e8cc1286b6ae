import type { ChainTransaction, EscrowEvent, Mode } from '../domain/entities.ts'
import type { Transaction } from '../storage/storage.ts'

/**
 * Says in the journal what has become of the transactions behind these events. One whose block has vanished is on its way again, and so
 * is what it was sent for.
 */
export async function followJournal(
  tx: Transaction,
  mode: Mode,
  { fresh, vanished }: { fresh: readonly EscrowEvent[]; vanished: readonly EscrowEvent[] },
): Promise<void> {
  const included = new Set(fresh.map(({ txHash }) => txHash))
  for (const gone of await tx.transactions.byHashes(vanished.map(({ txHash }) => txHash))) {
    if (included.has(gone.hash)) continue
    for (const attempt of await attemptsOf(tx, gone)) {
      if (attempt.status === 'included') await tx.transactions.update({ ...attempt, status: 'signed' })
      for (const job of await tx.jobs.ofTransaction(mode, attempt.id))
        if (job.status !== 'pending') await tx.jobs.update({ ...job, status: 'pending', failure: null })
    }
  }
  for (const found of await tx.transactions.byHashes([...included])) await recordFate(tx, found, 'included')
}

/** One of the transactions that were signed for a nonce is in a block: whichever it is, it is the truth (docs/money.md, rule 29). */
export async function recordFate(
  tx: Transaction,
  found: ChainTransaction,
  status: 'included' | 'reverted',
): Promise<void> {
  for (const attempt of await attemptsOf(tx, found)) {
    const fate = attempt.id === found.id ? status : 'replaced'
    if (attempt.status !== fate) await tx.transactions.update({ ...attempt, status: fate })
  }
}

async function attemptsOf(tx: Transaction, { chainId, sender, nonce }: ChainTransaction) {
  return tx.transactions.ofNonce(chainId, sender, nonce)
}
