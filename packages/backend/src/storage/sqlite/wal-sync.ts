import { type FileHandle, open } from 'node:fs/promises'

export type WalSync = ReturnType<typeof createWalSync>

/**
 * Brings SQLite's write-ahead log to the disk without blocking the event loop: the work of `synchronous = full` inside
 * each commit. One sync covers every commit before its start, so that commits share them.
 */
export function createWalSync(path: string) {
  let file: Promise<FileHandle> | null = null
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let unfinished = 0

  // Open for writing as well, for systems that sync only writable files.
  const sync = async () => {
    file ??= open(path, 'r+')
    await (await file).datasync()
    unfinished -= 1
  }

  return {
    /** Resolves when everything committed until now is on the disk. Once it has failed it never succeeds again. */
    durable: () => {
      if (next === null) {
        unfinished += 1
        next = last.then(() => {
          next = null
          return sync()
        })
        last = next
      }
      return next
    },
    /** The same, but null when there is nothing to wait for. */
    pending: () => (unfinished === 0 ? null : last),
    close: async () => {
      await last.catch(() => {})
      const opened = await file?.catch(() => null)
      await opened?.close()
    },
  }
}
