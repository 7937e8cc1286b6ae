import { setTimeout as delay } from 'node:timers/promises'
import { StorageError } from './storage-error.ts'

/** `serialization_failure` and `deadlock_detected`: the unit did nothing and may simply be run again. */
const CONFLICTS = new Set(['40001', '40P01'])

/**
 * `unique_violation`, `duplicate_object` and `duplicate_table`: another unit may have made the row, or the table, since this one
 * looked; looking again tells. Which of them a table made twice at one instant ends in depends on how far the first one was.
 */
const MADE_MEANWHILE = new Set(['23505', '42710', '42P07'])

const MAX_ATTEMPTS = 40
const FIRST_WAIT_MS = 2
const LONGEST_WAIT_MS = 60

/**
 * Runs a unit again while the database says that it collided with another one: at most 40 times, after random waits that grow to
 * 60 ms, so that those who collided do not meet again. What another unit made meanwhile is tried once more only: the second time is the caller's.
 *
 * @throws {StorageError} `conflict` when it still collides at the last attempt; whatever else `unit` throws
 */
export async function retryConflicts<T>(unit: () => Promise<T>): Promise<T> {
  let violations = 0
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await unit()
    } catch (error) {
      const state = sqlState(error)
      if (state !== null && MADE_MEANWHILE.has(state) && violations === 0) violations += 1
      else if (state === null || !CONFLICTS.has(state)) throw error
      else if (attempt >= MAX_ATTEMPTS) {
        throw new StorageError('conflict', `A unit of work collided with others ${attempt} times.`, {
          cause: error,
        })
      }
      await delay(Math.random() * Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS))
    }
  }
}

/** The SQLSTATE of a driver's error: five characters. Node's own error codes look different. */
function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null
}
