import type { UnixMillis } from '@per-second/protocol/time'
import { createScopedRepository } from '../repository.ts'
import type { SessionFilter } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Checkout sessions. Whether one is open depends on the time of the query. */
export function createSessions(unit: UnitOfWork) {
  const sessions = createScopedRepository(unit, 'sessions', (filter: SessionFilter, rows) => {
    const { status, customer, product, now } = filter
    const owners = [
      ...(customer === undefined ? [] : [rows('customerId', '=', customer)]),
      ...(product === undefined ? [] : [rows('productId', '=', product)]),
    ]
    if (owners.length === 0 && status === undefined) return { anyOf: [[]] }
    const over = rows.and([rows('expiresAt', '<=', now), rows('openingInFlight', '=', 0)])
    const [open, complete, expired] = [
      [rows('status', '=', 'open'), rows.not(over)],
      [rows('status', '=', 'complete')],
      [rows('status', '=', 'expired')],
    ]
    const overdue = [rows('status', '=', 'open'), over]
    const fitting = { open: [open], complete: [complete], expired: [expired, overdue] }
    const wanted = status === undefined ? [open, complete, expired, overdue] : fitting[status]
    return { anyOf: wanted.map(each => [...owners, ...each]) }
  })

  return {
    ...sessions.rows,
    /** Stored as open although their time is over, oldest first. */
    expired: (now: UnixMillis, limit: number) =>
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
    /** The first expiry after an instant, or null. */
    nextExpiry: (after: UnixMillis) =>
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
