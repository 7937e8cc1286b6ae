import { setTimeout as delay } from 'node:timers/promises'
import { StorageError } from './storage-error.ts'

/** `serialization_failure` and `deadlock_detected`: the unit did nothing and may simply be run again. */
const CONFLICTS = new Set(['40001', '40P01'])

/** `unique_violation`: another unit may have inserted the row since this one looked; looking again tells. */
const UNIQUE_VIOLATION = '23505'

const MAX_ATTEMPTS = 40
const FIRST_WAIT_MS = 2
const LONGEST_WAIT_MS = 60

/**
 * Runs a unit again while the database says that it collided with another one: at most 40 times, after random waits that grow to
 * 60 ms, so that those who collided do not meet again. A unique violation is tried once more only: the second is the caller's.
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
      if (state === UNIQUE_VIOLATION && violations === 0) violations += 1
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
