import type { UnixMillis } from '@per-second/protocol/time'
import type { Address } from '@per-second/protocol/types'
import type { ChainJob, Mode } from '../../domain/entities.ts'
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
      now,
      limit,
      ...equal
    }: {
      mode: Mode
      operator: Address
      kind: ChainJob['kind']
      now: UnixMillis
      limit: number
      first: 'oldest' | 'newest'
    }) =>
      jobs.all({
        pending: true,
        equal,
        where: [
          ['transactionId', 'is', null],
          ['notBefore', '<=', now],
        ],
        by: 'notBefore',
        direction: first === 'oldest' ? 'asc' : 'desc',
        limit,
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
    pendingOf: (subscriptionIds: readonly string[]) =>
      jobs.all({ pending: true, among: ['subscriptionId', subscriptionIds] }),
    /** All jobs of a transaction, with any outcome. */
    ofTransaction: (transactionId: string) => jobs.all({ equal: { transactionId } }),
    pendingOfTransactions: (ids: readonly string[]) =>
      jobs.all({ pending: true, among: ['transactionId', ids] }),
    /** The first try of any job after an instant, or null. A sent job was tried before. */
    nextTry: (after: UnixMillis) =>
      jobs.least('notBefore', { pending: true, where: [['notBefore', '>', after]] }),
  }
}
