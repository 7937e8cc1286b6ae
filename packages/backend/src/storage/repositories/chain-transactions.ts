import type { UnixMillis } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { ChainTransaction } from '../../domain/entities.ts'
import { createRepository } from '../repository.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** The journal of signed transactions. */
export function createChainTransactions(unit: UnitOfWork) {
  const { builder } = unit.connection
  const transactions = createRepository(unit, 'transactions')

  return {
    ...transactions.rows,
    remove: transactions.remove,
    /** All of one sender, by nonce. */
    bySender: (chainId: number, sender: string, fromNonce: number) =>
      transactions.all({
        equal: { chainId, sender },
        where: [['nonce', '>=', fromNonce]],
        by: 'nonce',
      }),
    /** All that was ever signed for the nonce of this one, oldest first. */
    ofNonce: ({ chainId, sender, nonce }: Pick<ChainTransaction, 'chainId' | 'sender' | 'nonce'>) =>
      transactions.all({ equal: { chainId, sender, nonce } }),
    byHashes: (hashes: readonly Hex[]) => transactions.all({ among: ['hash', hashes] }),
    /**
     * Of a sender's oldest transactions, at most `limit`, those that no block will ever bring back. Nonces are used in
     * order, and a later one is in a block up to `block`, and was signed by `before`.
     */
    final: async (
      chainId: number,
      sender: string,
      { block, before, limit }: { block: number; before: UnixMillis; limit: number },
    ): Promise<Pick<ChainTransaction, 'id' | 'nonce'>[]> => {
      const own = builder
        .selectFrom('transactions')
        .where('chainId', '=', chainId)
        .where('sender', '=', sender)
      const newest = own
        .select('nonce')
        .where('includedIn', '<=', block)
        .where('created', '<=', before)
        .orderBy('nonce', 'desc')
        .limit(1)
      // Without the signed bytes: a signed batch has 80 KB.
      const { sql, parameters } = own
        .select(['id', 'nonce'])
        .where('nonce', '<', newest)
        .orderBy('nonce')
        .limit(limit)
        .compile()
      const found = (await unit.of('transactions').ask(sql, parameters)) as [string, number][]
      return found.map(([id, nonce]) => ({ id, nonce: Number(nonce) }))
    },
    /** The first nonce beyond all that were given out. */
    nextNonce: async (chainId: number, sender: string) =>
      ((await transactions.greatest('nonce', { equal: { chainId, sender } })) ?? -1) + 1,
  }
}
