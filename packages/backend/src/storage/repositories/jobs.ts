import { isPending } from '../pending.ts'
import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Chain work that is to be done. */
export function createJobs(unit: UnitOfWork): Transaction['jobs'] {
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
    sent: (mode, operator) =>
      jobs.all(rows =>
        rows.and([
          isPending,
          rows('mode', '=', mode),
          rows('operator', '=', operator),
          rows('transactionId', 'is not', null),
        ]),
      ),
    openings: mode =>
      jobs.all(rows => rows.and([isPending, rows('mode', '=', mode), rows('kind', '=', 'open')])),
    pendingOf: subscriptionId => jobs.pendingAmong('subscriptionId', [subscriptionId]),
    pendingOfMany: subscriptionIds => jobs.pendingAmong('subscriptionId', subscriptionIds),
    ofTransaction: transactionId => jobs.matching({ transactionId }),
    pendingOfTransactions: transactionIds => jobs.pendingAmong('transactionId', transactionIds),
    // What has been sent was tried before.
    nextTry: after => jobs.least('notBefore', rows => rows.and([isPending, rows('notBefore', '>', after)])),
  }
}
