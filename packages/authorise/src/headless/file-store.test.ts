import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileStore } from './file-store.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-store-'))
  path = join(folder, 'cs_1.lock')
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const own = { pid: process.pid, host: hostname() }

test('behaviour: the lock of a program of the same number, as in a container before its restart, ends when it is stale', async () => {
  writeFileSync(path, JSON.stringify(own))
  const before = new Date(Date.now() - 61_000)
  utimesSync(path, before, before)
  let holders = 0
  const seen: number[] = []
  const work = async () => {
    seen.push(++holders)
    for (let turn = 0; turn < 50; turn++) await nextTurn()
    holders--
  }
  await Promise.all(Array.from({ length: 8 }, () => fileStore(folder).hold('cs_1', work)))
  expect(seen).toEqual(Array(8).fill(1))
})

test('behaviour: the holder of a name renews its lock, and another call waits', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const { promise, resolve } = Promise.withResolvers<void>()
  const done: string[] = []
  const store = fileStore(folder)
  const first = store.hold('cs_1', () => promise).then(() => done.push('first'))
  await vi.waitFor(() => expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(own))
  const second = store.hold('cs_1', async () => done.push('second'))
  const before = new Date(Date.now() - 50_000)
  utimesSync(path, before, before)
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(() => expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(40_000))
  expect(done).toEqual([])
  resolve()
  await Promise.all([first, second])
  expect(done).toEqual(['first', 'second'])
})

test('behaviour: the lock of a thread of the same process, which has its own copy of this module, is waited for', async () => {
  const program = `
    import { parentPort } from 'node:worker_threads'
    import { fileStore } from ${JSON.stringify(new URL('./file-store.ts', import.meta.url).href)}
    await fileStore(${JSON.stringify(folder)}).hold('cs_1', async () => {
      parentPort.postMessage('held')
      await new Promise(resolve => parentPort.once('message', resolve))
    })`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    execArgv: ['--conditions=@per-second/source'],
  })
  const done: string[] = []
  worker.on('message', said => done.push(said))
  await vi.waitFor(() => expect(done).toEqual(['held']), { timeout: 20_000 })
  const here = fileStore(folder).hold('cs_1', async () => done.push('here'))
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(done).toEqual(['held'])
  worker.postMessage('end')
  await here
  expect(done).toEqual(['held', 'here'])
  await worker.terminate()
})

test.each([
  ['of another machine', JSON.stringify({ pid: 2 ** 22 + 1, host: 'another' })],
  ['that a power cut has emptied', ''],
])('error: a lock %s is waited for and never taken over', async (_, holder) => {
  writeFileSync(path, holder)
  vi.useFakeTimers({ toFake: ['Date'] })
  const work = vi.fn(async () => undefined)
  const held = fileStore(folder)
    .hold('cs_1', work)
    .catch(error => error)
  const over = vi.fn()
  void held.then(over)
  while (over.mock.calls.length === 0) {
    vi.setSystemTime(Date.now() + 300_001)
    await nextTurn()
  }
  expect(await held).toMatchObject({
    code: 'store_locked',
    message: `A process has held ${path} for five minutes: ${holder}. If it does not run any more, delete the file.`,
  })
  expect(work).not.toHaveBeenCalled()
})

test('behaviour: a text and its folder are synced to the disk before it counts', async () => {
  const { open, rename } = fsPromises
  const acts: string[] = []
  vi.spyOn(fsPromises, 'open').mockImplementation(async (file, flags, mode) => {
    const handle = await open(file, flags, mode)
    const sync = handle.sync.bind(handle)
    handle.sync = () => {
      acts.push(`sync ${basename(String(file))}`)
      return sync()
    }
    return handle
  })
  vi.spyOn(fsPromises, 'rename').mockImplementation((from, to) => {
    acts.push('rename')
    return rename(from, to)
  })
  syncBuiltinESMExports()
  const store = fileStore(folder)
  await store.write('cs_1', '{}')
  expect(acts).toEqual(['sync cs_1.json.new', 'rename', `sync ${basename(folder)}`])
  expect(await store.read('cs_1')).toBe('{}')
})

test('error: a lock for which the disk has no space leaves no draft behind', async () => {
  vi.spyOn(fsPromises, 'writeFile').mockImplementation(async file => {
    writeFileSync(String(file), '')
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
  })
  syncBuiltinESMExports()
  await expect(fileStore(folder).hold('cs_1', async () => {})).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(readdirSync(folder)).toEqual([])
})
