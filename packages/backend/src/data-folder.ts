import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processStartTime } from './chain/embedded/process-identity.ts'
import { isFileError } from './chain/file-error.ts'

/** One process's hold on a data folder. */
export type DataFolder = { path: string; release(): void }

/** The folder is in use by a running backend. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/**
 * Makes the folder, for its owner only, and takes it: a second backend on the same folder would send the same nonces
 * (protocol rules, section 4). A lock whose process has gone is taken over.
 *
 * @throws {FolderInUseError} naming the process that holds it
 */
export function takeDataFolder(path: string): DataFolder {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const lock = join(path, 'lock')
  const mine = `${process.pid} ${processStartTime(process.pid) ?? ''}`
  const holder = readHolder(lock)
  if (holder !== null && holder.pid !== process.pid && processStartTime(holder.pid) === holder.started) {
    throw new FolderInUseError(
      `The data folder ${path} is in use by process ${holder.pid}. Stop that backend first, or choose another folder with --data.`,
    )
  }
  rmSync(lock, { force: true })
  writeFileSync(lock, mine, { flag: 'wx', mode: 0o600 })
  return {
    path,
    release: () => {
      if (readHolder(lock)?.pid === process.pid) rmSync(lock, { force: true })
    },
  }
}

function readHolder(lock: string): { pid: number; started: string } | null {
  try {
    const [pid, started = ''] = readFileSync(lock, 'utf8').split(' ')
    return { pid: Number(pid), started }
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return null
    throw error
  }
}
