import type { ChainJob } from '../../domain/entities.ts'
import { isPending } from '../pending.ts'
import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Chain work that is to be done. */
export function createJobs(unit: UnitOfWork): Transaction['jobs'] {
  const { builder } = unit.connection
  const jobs = createRepository(unit, 'jobs')

  return {
    ...jobs,
    ready: ({ mode, operator, kind, now, limit, first }) =>
      jobs.all(
        rows =>
          rows.and([
            isPending,
            rows('mode', '=', mode),
            rows('operator', '=', operator),
            rows('kind', '=', kind),
            rows('transactionId', 'is', null),
            rows('notBefore', '<=', now),
          ]),
        { by: 'notBefore', limit, direction: first === 'oldest' ? 'asc' : 'desc' },
      ),
    awaited: async (mode, operator) => {
      const sent = builder
        .selectFrom('jobs')
        .select(['transactionId', 'kind'])
        .distinct()
        .where(isPending)
        .where('mode', '=', mode)
        .where('operator', '=', operator)
        .where('transactionId', 'is not', null)
        .as('sent')
      const { sql, parameters } = builder
        .selectFrom(sent)
        // One that is not in the journal is not passed over: whoever follows it is told.
        .leftJoin('transactions', 'transactions.id', 'sent.transactionId')
        .select(['transactionId', 'nonce', 'kind'])
        .orderBy('nonce')
        .compile()
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
    // What has been sent was tried before.
    nextTry: after => jobs.least('notBefore', rows => rows.and([isPending, rows('notBefore', '>', after)])),
  }
}
