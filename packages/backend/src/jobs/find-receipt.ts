import type { Chain, ChainReceipt } from '../chain/chain.ts'
import type { ChainTransaction } from '../domain/entities.ts'

/** A receipt; `waiting` while a block may still have one of them; `abandoned` when another transaction took the nonce for good. */
export type FoundReceipt = ChainReceipt | 'waiting' | 'abandoned'

/**
 * Finds the receipt of any transaction that was signed for a nonce: whichever it is, it is the truth (docs/money.md, rule 29).
 *
 * @param patience real milliseconds between two questions to every endpoint of the chain
 */
export function createReceiptSeeker(
  chain: Chain,
  patience: number,
): {
  /** @param attempts everything signed for one nonce, oldest first */
  find(attempts: ChainTransaction[]): Promise<FoundReceipt>
} {
  const { history } = chain
  /** When each nonce is to be looked into more deeply. */
  const doubtAt = new Map<string, number>()

  const first = async (
    attempts: ChainTransaction[],
    read: Chain['receipt'],
  ): Promise<ChainReceipt | null> => {
    for (const { hash } of attempts.toReversed()) {
      const receipt = await read(hash)
      if (receipt !== null) return receipt
    }
    return null
  }

  return {
    find: async attempts => {
      const [oldest] = attempts as [ChainTransaction]
      const receipt = await first(attempts, hash => chain.receipt(hash))
      if (receipt !== null) {
        doubtAt.delete(oldest.id)
        return receipt
      }
      const isReplaced = attempts.every(({ status }) => status === 'replaced')
      if (!history) return isReplaced ? 'abandoned' : 'waiting'
      const due = doubtAt.get(oldest.id) ?? performance.now() + (isReplaced ? 0 : patience)
      doubtAt.set(oldest.id, due)
      if (performance.now() < due) return 'waiting'
      doubtAt.set(oldest.id, performance.now() + patience)
      if ((await history.countedTransactions()) <= oldest.nonce) return 'waiting'
      // The nonce is used, and this endpoint has none of ours: it may be one that forgets, or lies.
      const elsewhere = await first(attempts, hash => history.seekReceipt(hash))
      doubtAt.delete(oldest.id)
      return elsewhere ?? 'abandoned'
    },
  }
}
