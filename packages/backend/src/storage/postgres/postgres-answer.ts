import pg from 'pg'
import { StorageError } from '../storage-error.ts'

/**
 * SQLSTATEs of a server that cannot serve now, by class. The classes are connection exceptions, insufficient resources,
 * intervention of an operator (shutdown, a statement that took too long) and system errors. Single codes are a
 * read-only standby, and a transaction that was idle or lasted for too long.
 */
const OUT_OF_SERVICE = /^(?:08|53|57|58)|^(?:25006|25P03|25P04)$/

const DISK_FULL = '53100'

/**
 * A response of PostgreSQL, or the meaning of its absence for a caller. After a failed commit its outcome is unknown,
 * and the next step has to read it (docs/money.md, rule 39).
 *
 * @throws {StorageError} `unavailable` without a response in time, a connection or a working server, `unwritable` where
 * its disk is full. An error about the statement itself is thrown as it is
 */
export async function answerOf<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === DISK_FULL)
      throw new StorageError('unwritable', 'The database cannot be written: its disk is full.', {
        cause: error,
      })
    if (error instanceof pg.DatabaseError && !OUT_OF_SERVICE.test(error.code ?? '')) throw error
    throw new StorageError('unavailable', 'The database does not answer.', { cause: error })
  }
}
