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

  // Open for writing as well, for systems that sync only writable files.
  const sync = async () => {
    file ??= open(path, 'r+')
    await (await file).datasync()
  }

  return {
    /** Resolves when everything committed until now is on the disk. Once it has failed it never succeeds again. */
    durable: () => {
      if (next === null) {
        next = last.then(() => {
          next = null
          return sync()
        })
        last = next
      }
      return next
    },
    /** Resolves when everything is on the disk that was to be durable. */
    pending: () => last,
    close: async () => {
      await last.catch(() => {})
      const opened = await file?.catch(() => null)
      await opened?.close()
    },
  }
}
