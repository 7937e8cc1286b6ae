import type { UnixMillis } from '@per-second/protocol/time'
import { createScopedRepository, equalTo } from '../repository.ts'
import type { SessionFilter } from '../storage.ts'
import type { UnitOfWork } from '../unit-of-work.ts'

/** Of a session that expires at its time: an accepted signature keeps it open. */
const OPEN = { status: 'open' }
const FREE = ['subscriptionId', 'is', null] as const

/** Checkout sessions. Whether one is open depends on the time of the query. */
export function createSessions(unit: UnitOfWork) {
  const sessions = createScopedRepository(unit, 'sessions', (filter: SessionFilter, rows) => {
    const { status, customer, product, now } = filter
    const owners = equalTo(rows, { customerId: customer, productId: product })
    if (owners.length === 0 && status === undefined) return { anyOf: [[]] }
    const over = rows.and([rows('expiresAt', '<=', now), rows(...FREE)])
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
      sessions.all({ equal: OPEN, where: [FREE, ['expiresAt', '<=', now]], by: 'expiresAt', limit }),
    /** The first expiry after an instant, or null. */
    nextExpiry: (after: UnixMillis) =>
      sessions.least('expiresAt', { equal: OPEN, where: [FREE, ['expiresAt', '>', after]] }),
  }
}
