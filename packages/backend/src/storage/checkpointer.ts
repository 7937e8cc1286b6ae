import { Worker } from 'node:worker_threads'

/** Rows written between two copies: some sixteen megabytes of log. A page that was written often meanwhile is copied once. */
const EVERY_ROWS = 4_000

/** Rows written while one copy is under way, from which on writes wait for it: a slow disk must not let the log grow for ever. */
const MOST_ROWS_BEHIND = 16_000

/** Pages in the log from which on it must be emptied, which takes a moment without writes: 32 megabytes. */
const FULL_PAGES = 8_000

/**
 * Copies the write-ahead log into the database from a thread of its own. SQLite would do it inside a commit, and the service would
 * stand still for two syncs of the disk and a thousand pages.
 */
export type Checkpointer = {
  /** Told of every commit: how many rows were written since the start. */
  committed(rows: number): void
  /**
   * What is to be waited for before a transaction is begun, again and again until it is null: only without one can all of the log be
   * copied, and then begun anew.
   */
  hold(): Promise<unknown> | null
  close(): Promise<void>
}

/** What SQLite tells of a checkpoint, among other things: how many pages are in the log. */
type Copied = { log: number }

/** A thread's program is a text here because it must run from sources and from one built file alike. */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(workerData)
  database.exec('pragma busy_timeout = 5000')
  const checkpoint = database.prepare('pragma wal_checkpoint(passive)')
  parentPort.on('message', () => parentPort.postMessage(checkpoint.get()))
  parentPort.on('close', () => database.close())
`

/** It holds no more than a statement. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

/** @param onFailure told once when the thread cannot do it: somebody else has to */
export function createCheckpointer(path: string, onFailure: () => void): Checkpointer {
  let thread: Worker | null = null
  let written = 0
  let copiedAt = 0
  let copying: PromiseWithResolvers<Copied> | null = null
  let full = false
  let emptying = false
  let failed = false

  const begin = () => {
    const worker = new Worker(THREAD, { eval: true, workerData: path, resourceLimits: THREAD_LIMITS })
    worker.unref()
    worker.on('message', (copied: Copied) => {
      // What was copied without writes need not be copied again: the next write begins the log anew.
      full = !emptying && copied.log >= FULL_PAGES
      emptying = false
      copying?.resolve(copied)
      copying = null
    })
    worker.once('error', () => {
      failed = true
      onFailure()
      copying?.resolve({ log: 0 })
      copying = null
    })
    return worker
  }
  const copy = () => {
    copiedAt = written
    copying = Promise.withResolvers()
    thread ??= begin()
    thread.postMessage(null)
    return copying.promise
  }

  return {
    committed: rows => {
      written = rows
      if (rows - copiedAt >= EVERY_ROWS && copying === null && !failed) void copy()
    },
    hold: () => {
      if (failed) return null
      if (copying !== null) return written - copiedAt < MOST_ROWS_BEHIND ? null : copying.promise
      if (!full) return null
      emptying = true
      return copy()
    },
    close: async () => {
      await copying?.promise
      await thread?.terminate()
    },
  }
}
