import { setTimeout as delay } from 'node:timers/promises'
import { StorageError } from '../storage-error.ts'

/** `serialization_failure` and `deadlock_detected`: the unit did nothing and may simply be run again. */
const CONFLICTS = new Set(['40001', '40P01'])

/**
 * `unique_violation`, `duplicate_object` and `duplicate_table`: another unit may have created the row, or the table,
 * since this one read. Another read tells. For a table created twice at one instant the code depends on the progress of
 * the first.
 */
const MADE_MEANWHILE = new Set(['23505', '42710', '42P07'])

/** For how long a unit is tried when it is its turn. */
const TURN_MS = 10_000
const FIRST_WAIT_MS = 2
const LONGEST_WAIT_MS = 20

/** Runs a unit of work again while the database says that it collided with another one. */
export type RetryConflicts = <T>(unit: () => Promise<T>) => Promise<T>

/**
 * Creates the function that runs colliding units of work again. Units that all change the same row would mostly collide
 * again after any wait. A unit that has collided queues with the others of this process that have, and only the first of
 * them is tried, after random waits and for ten seconds at most. A unit that met a new row or table is retried only once:
 * a second failure is the caller's.
 *
 * @returns a function that throws {StorageError} `conflict` when a unit collides until the end of its turn, or any
 * error of the unit
 */
export function createRetryConflicts(): RetryConflicts {
  let last: Promise<unknown> = Promise.resolve()
  return async <T>(unit: () => Promise<T>) => {
    let violations = 0
    const isCollision = (error: unknown) => {
      const state = sqlState(error)
      if (state !== null && MADE_MEANWHILE.has(state)) return ++violations === 1
      return state !== null && CONFLICTS.has(state)
    }
    const attempt = async (): Promise<{ done: T } | { met: unknown }> => {
      try {
        return { done: await unit() }
      } catch (error) {
        if (!isCollision(error)) throw error
        return { met: error }
      }
    }
    const turn = async () => {
      const until = performance.now() + TURN_MS
      for (let tries = 1; ; tries += 1) {
        const result = await attempt()
        if ('done' in result || performance.now() > until) return result
        await delay(Math.random() * Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS))
      }
    }

    let result = await attempt()
    if ('met' in result) {
      const queued = last.then(turn)
      // Without a database no turn is worth a wait: the units queued behind this one fail with it.
      last = queued.catch(error => {
        if (!(error instanceof StorageError && error.code === 'unavailable')) return
        last = Promise.resolve()
        throw error
      })
      last.catch(() => {})
      result = await queued
    }
    if ('done' in result) return result.done
    throw new StorageError('conflict', `A unit of work collided with others for ${TURN_MS / 1000} seconds.`, {
      cause: result.met,
    })
  }
}

/** The SQLSTATE of a driver's error: five characters. Node's own error codes look different. */
function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null
}
