import { AuthoriseError } from '../errors/authorise-error.ts'
import { parsedJson } from '../service/shape.ts'
import type { MeterStore } from './meter-store.ts'
import { nodeFiles as files, nodeOs, nodeProcess } from './node-modules.ts'

/** How often a held name is tried again, and for how long, in milliseconds. */
const TRY_EVERY_MS = 50
const TRY_FOR_MS = 300_000

/** How often the holder of a lock renews it, and how old it is when its holder has ended, in milliseconds. */
const RENEW_EVERY_MS = 5_000
const STALE_AFTER_MS = 60_000

let drafts = 0

/** A process with a lock. */
type Holder = { pid: number; host: string }

/**
 * A store of files in a folder, one a name, readable by their owner alone: they hold client tokens. Each write is synced to the disk
 * before it counts. A lock file, created exclusively, holds a name. The store takes over the lock of a killed process of
 * the same machine or container.
 *
 * @param folder created where it is not there
 */
export function fileStore(folder: string): MeterStore {
  const pathOf = (name: string, ending: string) => `${folder}/${encodeURIComponent(name)}${ending}`
  const ready = async () => (await files()).mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    read: name => textAt(pathOf(name, '.json')),
    write: async (name, text) => {
      await ready()
      const path = pathOf(name, '.json')
      await writeDurably(`${path}.new`, text)
      await (await files()).rename(`${path}.new`, path)
      await syncFolder(folder)
    },
    erase: name => removed(pathOf(name, '.json')),
    hold: async (name, work) => {
      await ready()
      const path = pathOf(name, '.lock')
      await takeLock(path)
      const renewing = setInterval(() => void renew(path), RENEW_EVERY_MS)
      try {
        return await work()
      } finally {
        clearInterval(renewing)
        await removed(path)
      }
    },
  }
}

async function takeLock(path: string): Promise<void> {
  const until = Date.now() + TRY_FOR_MS
  const own = JSON.stringify(await thisProcess())
  while (!(await createExclusively(path, own))) {
    const holder = await textAt(path)
    if (holder !== null && (await hasEnded(path, holder))) await removeLockOf(path, holder)
    else if (Date.now() > until)
      throw new AuthoriseError(
        'store_locked',
        `A process has held ${path} for five minutes: ${holder}. If it does not run any more, delete the file.`,
      )
    else await new Promise(resolve => setTimeout(resolve, TRY_EVERY_MS))
  }
}

/** Several processes may find the lock of a dead one. A second lock lets only one of them remove it. */
async function removeLockOf(path: string, holder: string): Promise<void> {
  const takeover = `${path}.takeover`
  if (!(await createExclusively(takeover, JSON.stringify(await thisProcess())))) {
    const other = await textAt(takeover)
    if (other !== null && (await hasEnded(takeover, other)))
      throw new AuthoriseError(
        'store_locked',
        `A process died while it took ${path} over. Delete ${takeover}.`,
      )
    return
  }
  try {
    // Another call of this process may have taken it over meanwhile, with the same text.
    if ((await textAt(path)) === holder && (await hasEnded(path, holder))) await removed(path)
  } finally {
    await removed(takeover)
  }
}

/** The file has its text from the start: a process that is killed here leaves no lock without its holder. */
async function createExclusively(path: string, text: string): Promise<boolean> {
  const { link, writeFile } = await files()
  const { pid } = await nodeProcess()
  const draft = `${path}.${pid}.${++drafts}`
  try {
    await writeFile(draft, text, { mode: 0o600 })
    await link(draft, path)
    return true
  } catch (error) {
    if (isFileError(error, 'EEXIST')) return false
    throw error
  } finally {
    await removed(draft)
  }
}

async function thisProcess(): Promise<Holder> {
  const [{ hostname }, { pid }] = await Promise.all([nodeOs(), nodeProcess()])
  return { pid, host: hostname() }
}

async function renew(path: string): Promise<void> {
  const now = new Date()
  await (await files()).utimes(path, now, now).catch(() => undefined)
}

/**
 * False where it cannot be known: a process of another machine or container that shares the folder may be at work. A container gives each
 * program the same number, so a lock of this process's own number counts until it was not renewed for a minute.
 */
async function hasEnded(path: string, text: string): Promise<boolean> {
  const own = await thisProcess()
  const holder = parsedJson(text) as Holder | null
  if (holder?.host !== own.host) return false
  if (holder.pid !== own.pid) return !(await isAlive(holder.pid))
  const found = await (await files()).stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > STALE_AFTER_MS
}

async function isAlive(pid: number): Promise<boolean> {
  const { kill } = await nodeProcess()
  try {
    kill(pid, 0)
    return true
  } catch (error) {
    return isFileError(error, 'EPERM')
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await (await files()).open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A rename is durable with its folder. Windows opens no folders, and needs none. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await (await files()).open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

async function removed(path: string): Promise<void> {
  await (await files()).rm(path, { force: true })
}

async function textAt(path: string): Promise<string | null> {
  try {
    return await (await files()).readFile(path, 'utf8')
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return null
    throw error
  }
}

function isFileError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
