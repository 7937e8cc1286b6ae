import type { Connection } from '../engine.ts'
import { createRepository } from '../repository.ts'
import type { Transaction } from '../storage.ts'

/** Chain work that is to be done. */
export function createJobs(connection: Connection): Transaction['jobs'] {
  const jobs = createRepository(connection, 'jobs')

  return {
    ...jobs,
    ready: (mode, now) =>
      jobs.all(rows =>
        rows.and([
          rows('status', '=', 'pending'),
          rows('mode', '=', mode),
          rows('transactionId', 'is', null),
          rows('notBefore', '<=', now),
        ]),
      ),
    sent: mode =>
      jobs.all(rows =>
        rows.and([
          rows('status', '=', 'pending'),
          rows('mode', '=', mode),
          rows('transactionId', 'is not', null),
        ]),
      ),
    openings: mode =>
      jobs.all(rows =>
        rows.and([rows('status', '=', 'pending'), rows('mode', '=', mode), rows('kind', '=', 'open')]),
      ),
    pendingOf: subscriptionId => jobs.matching({ subscriptionId, status: 'pending' }),
    ofTransaction: (mode, transactionId) =>
      jobs.all(rows =>
        rows.and([
          rows('status', 'in', ['pending', 'done', 'failed']),
          rows('mode', '=', mode),
          rows('transactionId', '=', transactionId),
        ]),
      ),
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
