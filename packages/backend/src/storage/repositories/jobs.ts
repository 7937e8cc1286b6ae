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
            rows('status', '=', 'pending'),
            rows('mode', '=', mode),
            rows('operator', '=', operator),
            rows('kind', '=', kind),
            rows('transactionId', 'is', null),
            rows('notBefore', '<=', now),
          ]),
        { by: 'notBefore', limit, direction: first === 'oldest' ? 'asc' : 'desc' },
      ),
    unsent: mode =>
      jobs.all(rows =>
        rows.and([
          rows('status', '=', 'pending'),
          rows('mode', '=', mode),
          rows('transactionId', 'is', null),
        ]),
      ),
    sent: (mode, operator) =>
      jobs.all(rows =>
        rows.and([
          rows('status', '=', 'pending'),
          rows('mode', '=', mode),
          ...(operator === undefined ? [] : [rows('operator', '=', operator)]),
          rows('transactionId', 'is not', null),
        ]),
      ),
    openings: mode =>
      jobs.all(rows =>
        rows.and([rows('status', '=', 'pending'), rows('mode', '=', mode), rows('kind', '=', 'open')]),
      ),
    pendingOf: subscriptionId => jobs.matching({ subscriptionId, status: 'pending' }),
    pendingOfMany: subscriptionIds => jobs.among({ status: 'pending' }, 'subscriptionId', subscriptionIds),
    ofTransaction: (mode, { id, sender }) =>
      jobs.all(rows =>
        rows.and([
          rows('status', 'in', ['pending', 'done', 'failed']),
          rows('mode', '=', mode),
          rows('operator', '=', sender),
          rows('kind', 'in', ['open', 'settle', 'close']),
          rows('transactionId', '=', id),
        ]),
      ),
    pendingOfTransactions: transactionIds =>
      jobs.among({ status: 'pending' }, 'transactionId', transactionIds),
    nextTry: after =>
      jobs.least('notBefore', rows =>
        rows.and([
          rows('status', '=', 'pending'),
          rows('transactionId', 'is', null),
          rows('notBefore', '>', after),
        ]),
      ),
  }
}
