import type { UnixMillis } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import type { ChainJob, ChainTransaction, Mode } from '../../domain/entities.ts'
import { isPending } from '../pending.ts'
import { createRepository } from '../repository.ts'
import type { AwaitedTransaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Chain work that is to be done. */
export function createJobs(unit: UnitOfWork) {
  const { builder, statements } = unit.connection
  const jobs = createRepository(unit, 'jobs')

  return {
    ...jobs.rows,
    /** Pending ones of an operator and a kind without a transaction that may be tried by now: since when decides the order. */
    ready: ({
      first,
      ...args
    }: {
      mode: Mode
      operator: Address
      kind: ChainJob['kind']
      now: UnixMillis
      limit: number
      first: 'oldest' | 'newest'
    }) =>
      jobs.all(`ready, ${first} first`, {
        args,
        where: (rows, { mode, operator, kind, now }) =>
          rows.and([
            isPending,
            rows('mode', '=', mode),
            rows('operator', '=', operator),
            rows('kind', '=', kind),
            rows('transactionId', 'is', null),
            rows('notBefore', '<=', now),
          ]),
        by: 'notBefore',
        direction: first === 'oldest' ? 'asc' : 'desc',
      }),
    /** The transactions that pending jobs of an operator wait for, in the order of nonces. */
    awaited: async (mode: Mode, operator: Address): Promise<AwaitedTransaction[]> => {
      const { sql, parameters } = statements.named('jobs: awaited', { mode, operator }, args => {
        const sent = builder
          .selectFrom('jobs')
          .select(['transactionId', 'kind'])
          .distinct()
          .where(isPending)
          .where('mode', '=', args.mode)
          .where('operator', '=', args.operator)
          .where('transactionId', 'is not', null)
          .as('sent')
        // A left join: a transaction that is missing in the journal is reported by the caller.
        return builder
          .selectFrom(sent)
          .leftJoin('transactions', 'transactions.id', 'sent.transactionId')
          .select(['transactionId', 'nonce', 'kind'])
          .orderBy('nonce')
      })
      const rows = await unit.of('jobs').ask(sql, parameters)
      return rows.map(([id, nonce, kind]) => ({
        id: String(id),
        nonce: Number(nonce),
        kind: kind as ChainJob['kind'],
      }))
    },
    /** Pending ones of any of these subscriptions, in the order they were made. */
    pendingOf: (subscriptionIds: readonly string[]) => jobs.pendingAmong('subscriptionId', subscriptionIds),
    /** All jobs of a transaction, with any outcome. */
    ofTransaction: (transactionId: string) => jobs.matching({ transactionId }),
    pendingOfTransactions: (ids: readonly string[]) => jobs.pendingAmong('transactionId', ids),
    /** The first try of any job after an instant, or null. A sent job was tried before. */
    nextTry: (after: UnixMillis) =>
      jobs.least('next try', {
        args: { after },
        where: (rows, args) => rows.and([isPending, rows('notBefore', '>', args.after)]),
        by: 'notBefore',
      }),
  }
}

/** The journal of signed transactions. */
export function createChainTransactions(unit: UnitOfWork) {
  const { builder, statements } = unit.connection
  const transactions = createRepository(unit, 'transactions')

  return {
    ...transactions.rows,
    remove: transactions.remove,
    /** All of one sender, by nonce. */
    bySender: (chainId: number, sender: string, fromNonce: number) =>
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
    /** All that was ever signed for one nonce, oldest first. */
    ofNonce: (chainId: number, sender: string, nonce: number) =>
      transactions.matching({ chainId, sender, nonce }),
    byHashes: (hashes: readonly Hex[]) => transactions.among({}, 'hash', hashes),
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
    /** The highest nonce given out, or null. */
    lastNonce: async (chainId: number, sender: string) => {
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
