import pg from 'pg'
import { StorageError } from '../storage-error.ts'

/**
 * SQLSTATEs of a server that cannot serve now, by class: connection exceptions, insufficient resources, intervention of an operator
 * (shutdown, a statement that took too long), errors of its system; and single ones: a standby that only reads, a transaction that
 * stood still for too long, or lasted too long.
 */
const OUT_OF_SERVICE = /^(?:08|53|57|58)|^(?:25006|25P03|25P04)$/

const DISK_FULL = '53100'

/**
 * An answer of PostgreSQL, or what its absence means to a caller. After a failed commit nobody knows whether it happened: whoever
 * goes on looks (docs/money.md, rule 39).
 *
 * @throws {StorageError} `unavailable` where there is no answer in time, no connection, or no server that serves, `unwritable` where its disk is full; what the server has
 *   against the statement itself is thrown as it is
 */
export async function answerOf<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === DISK_FULL)
      throw new StorageError('unwritable', 'The database cannot be written: its disk is full.', {
        cause: error,
      })
    if (error instanceof pg.DatabaseError && !OUT_OF_SERVICE.test(error.code ?? '')) throw error
    throw new StorageError('unavailable', 'The database does not answer.', { cause: error })
  }
}
