import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** The journal of signed transactions. */
export function createChainTransactions(unit: UnitOfWork): Transaction['transactions'] {
  const { builder, statements } = unit.connection
  const transactions = createRepository(unit, 'transactions')

  return {
    ...transactions,
    bySender: (chainId, sender, fromNonce) =>
      transactions.all('by sender', {
        args: { chainId, sender, fromNonce },
        where: (rows, args) =>
          rows.and([
            rows('chainId', '=', args.chainId),
            rows('sender', '=', args.sender),
            rows('nonce', '>=', args.fromNonce),
          ]),
        by: 'nonce',
      }),
    ofNonce: (chainId, sender, nonce) => transactions.matching({ chainId, sender, nonce }),
    byHashes: hashes => transactions.among({}, 'hash', hashes),
    final: async (chainId, sender, { block, before, limit }) => {
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
    lastNonce: async (chainId, sender) => {
      const { sql, parameters } = statements.named('transactions: last nonce', { chainId, sender }, args =>
        builder
          .selectFrom('transactions')
          .select(rows => rows.fn.max('nonce').as('nonce'))
          .where('chainId', '=', args.chainId)
          .where('sender', '=', args.sender),
      )
      const nonce = (await unit.of('transactions').ask(sql, parameters))[0]?.[0] ?? null
      return nonce === null ? null : Number(nonce)
    },
  }
}
