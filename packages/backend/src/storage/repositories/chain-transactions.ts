import type { ChainTransaction } from '../../domain/entities.ts'
import type { Connection } from '../engine.ts'
import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'
import { parts } from './escrow-events.ts'

/** The journal of signed transactions. */
export function createChainTransactions(connection: Connection): Transaction['transactions'] {
  const { database } = connection
  const transactions = createRepository(connection, 'transactions')

  return {
    ...transactions,
    bySender: (chainId, sender, fromNonce) =>
      transactions.all(
        rows =>
          rows.and([
            rows('chainId', '=', chainId),
            rows('sender', '=', sender),
            rows('nonce', '>=', fromNonce),
          ]),
        { by: 'nonce' },
      ),
    ofNonce: (chainId, sender, nonce) =>
      transactions.all(rows =>
        rows.and([rows('chainId', '=', chainId), rows('sender', '=', sender), rows('nonce', '=', nonce)]),
      ),
    byHashes: async hashes => {
      const found: ChainTransaction[] = []
      for (const part of parts([...new Set(hashes)]))
        found.push(...(await transactions.all(rows => rows('hash', 'in', part))))
      return found
    },
    lastNonce: async (chainId, sender) => {
      const row = await database
        .selectFrom('transactions')
        .select(rows => rows.fn.max('nonce').as('nonce'))
        .where('chainId', '=', chainId)
        .where('sender', '=', sender)
        .executeTakeFirst()
      return row?.nonce == null ? null : Number(row.nonce)
    },
  }
}
