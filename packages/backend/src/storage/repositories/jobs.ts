import type { ChainJob } from '../../domain/entities.ts'
import { isPending } from '../pending.ts'
import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Chain work that is to be done. */
export function createJobs(unit: UnitOfWork): Transaction['jobs'] {
  const { builder, statements } = unit.connection
  const jobs = createRepository(unit, 'jobs')

  return {
    ...jobs,
    ready: ({ first, ...args }) =>
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
    awaited: async (mode, operator) => {
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
    pendingOf: subscriptionId => jobs.pendingAmong('subscriptionId', [subscriptionId]),
    pendingOfMany: subscriptionIds => jobs.pendingAmong('subscriptionId', subscriptionIds),
    ofTransaction: transactionId => jobs.matching({ transactionId }),
    pendingOfTransactions: transactionIds => jobs.pendingAmong('transactionId', transactionIds),
    // A sent job was tried before.
    nextTry: after =>
      jobs.least('next try', {
        args: { after },
        where: (rows, args) => rows.and([isPending, rows('notBefore', '>', args.after)]),
        by: 'notBefore',
      }),
  }
}
