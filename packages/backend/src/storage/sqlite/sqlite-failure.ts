import { StorageError } from '../storage-error.ts'

/** SQLite's extended results for a disk that takes no more: `FULL`, `IOERR_WRITE`, `IOERR_SHMSIZE`. Nothing of the unit has happened. */
const NOT_WRITTEN = new Set([13, 778, 4874])

/** What SQLite threw, as callers know it: `unwritable` where the disk has no room, or refuses writes, and everything else as it is. */
export function sqliteFailure(error: unknown): unknown {
  const result = error instanceof Error && 'errcode' in error ? error.errcode : null
  if (typeof result !== 'number' || !NOT_WRITTEN.has(result)) return error
  return new StorageError(
    'unwritable',
    'The database cannot be written: its disk is full or refuses writes.',
    {
      cause: error,
    },
  )
}
