import type { Transaction } from '../../storage/storage.ts'
import type { ChainReceipt } from '../chain.ts'

/** Notes in the journal how a transaction ended. On the embedded chain it stays there to be replayed. */
export async function recordOutcome(
  transaction: Transaction,
  transactionId: string,
  status: ChainReceipt['status'],
): Promise<void> {
  const row = await transaction.transactions.get(transactionId)
  if (row === null) return
  await transaction.transactions.update({ ...row, status: status === 'success' ? 'included' : 'reverted' })
}
