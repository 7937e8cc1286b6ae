import { createScopedRepository } from '../repository.ts'
import type { SessionFilter, Transaction } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Checkout sessions; whether one is open depends on the time it is asked at. */
export function createSessions(unit: UnitOfWork): Transaction['sessions'] {
  const sessions = createScopedRepository(unit, 'sessions', ({ status, now }: SessionFilter, rows) => {
    const over = rows.and([rows('expiresAt', '<=', now), rows('openingInFlight', '=', 0)])
    if (status === 'complete') return { anyOf: [[rows('status', '=', 'complete')]] }
    if (status === 'open') return { anyOf: [[rows('status', '=', 'open'), rows.not(over)]] }
    if (status === undefined) return { anyOf: [[]] }
    return { anyOf: [[rows('status', '=', 'expired')], [rows('status', '=', 'open'), over]] }
  })

  return {
    ...sessions,
    expired: (now, limit) =>
      sessions.all('expired', {
        args: { now, limit },
        where: (rows, args) =>
          rows.and([
            rows('status', '=', 'open'),
            rows('openingInFlight', '=', 0),
            rows('expiresAt', '<=', args.now),
          ]),
        by: 'expiresAt',
      }),
    nextExpiry: after =>
      sessions.least('next expiry', {
        args: { after },
        where: (rows, args) =>
          rows.and([
            rows('status', '=', 'open'),
            rows('openingInFlight', '=', 0),
            rows('expiresAt', '>', args.after),
          ]),
        by: 'expiresAt',
      }),
  }
}
