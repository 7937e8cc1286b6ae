import { StorageError } from '../storage-error.ts'

/**
 * SQLite's extended results for a disk that takes no more: `FULL`, `IOERR_WRITE`, `IOERR_SHMSIZE`. The unit has had no
 * effect.
 */
const NOT_WRITTEN = new Set([13, 778, 4874])

/** The primary result codes for a file that cannot be used, with the cures. */
const UNUSABLE = new Map([
  ...[3, 8, 10, 14].map(
    result =>
      [
        result,
        'Make it a file that this user can read and write, or name another folder with --data.',
      ] as const,
  ),
  ...[5, 6].map(result => [result, 'Another program holds it: end that one first.'] as const),
  ...[11, 26].map(
    result =>
      [
        result,
        'It is no SQLite database, or a damaged one: restore a backup, or name another folder with --data.',
      ] as const,
  ),
])

/**
 * SQLite's error for callers: `unwritable` where the disk has no room, or refuses writes, and every other error as it
 * is.
 */
export function sqliteFailure(error: unknown): unknown {
  const result = resultOf(error)
  if (result === null || !NOT_WRITTEN.has(result)) return error
  return new StorageError(
    'unwritable',
    'The database cannot be written: its disk is full or refuses writes.',
    {
      cause: error,
    },
  )
}

/** The same of opening a file, and `unavailable` where it cannot be used. */
export function sqliteOpenFailure(path: string, error: unknown): unknown {
  const result = resultOf(error)
  const remedy = result === null ? undefined : UNUSABLE.get(result & PRIMARY)
  const failure = sqliteFailure(error)
  if (remedy === undefined || failure !== error) return failure
  return new StorageError('unavailable', `The database ${path} cannot be opened. ${remedy}`, { cause: error })
}

const PRIMARY = 0xff

function resultOf(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : null
}
