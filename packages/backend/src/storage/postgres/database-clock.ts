import type { UnixMillis } from '@per-second/protocol/time'

/** The database's time in unix microseconds: whole numbers, which no `extra_float_digits` of a server rounds. */
export const TIME = '(extract(epoch from clock_timestamp())::numeric * 1000000)::int8 as time'

/**
 * How much faster than the database's a machine's monotonic clock may run, as a share: twenty times the drift of real
 * ones.
 */
const DRIFT = 1e-3

/** A time heard within so many milliseconds is as good as current: the error is at most a tenth of one. */
const FRESH_MS = 100

/** The clock of a database, in the process that asks it (docs/decisions/0013-one-time-from-the-database.md). */
export type DatabaseClock = ReturnType<typeof createDatabaseClock>

/** @param monotonic counts between two readings, in milliseconds. This machine's own time of day plays no part */
export function createDatabaseClock(monotonic: () => number = () => performance.now()) {
  let offset = Number.NEGATIVE_INFINITY
  let heardAt = Number.NEGATIVE_INFINITY
  return {
    now: (): UnixMillis => Math.floor(monotonic() + offset),
    /**
     * Takes in a reading of the database's clock.
     *
     * @param instant in unix milliseconds, and parts of one
     * @param sentAt when it was requested, by this process's monotonic clock, in milliseconds
     */
    heard: (instant: number, sentAt: number) => {
      const answered = monotonic()
      // The database read its clock between the question and the answer: never ahead of it, the nearest known is kept while it can be true.
      const nearest = Math.max(offset - (answered - heardAt) * DRIFT, instant - answered)
      offset = Math.min(nearest, instant - sentAt)
      heardAt = answered
    },
    /**
     * Whether it was heard so lately that a transaction need not request it.
     *
     * @param again whether it will still be so when a unit of work follows the transaction's response: a unit that requests
     * it has to wait
     */
    isFresh: (again = false) => monotonic() - heardAt < (again ? FRESH_MS / 2 : FRESH_MS),
  }
}
