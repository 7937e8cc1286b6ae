import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileStore } from './file-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-store-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const { pid } = process
const own = {
  pid,
  host: hostname(),
  startedAt: Number(process.hrtime.bigint() / 1_000_000n) - process.uptime() * 1_000,
}

/** A lock that another process has left, or holds. */
function lock(holder: object): void {
  writeFileSync(join(folder, 'cs_1.lock'), JSON.stringify(holder))
}

test('behaviour: an earlier process of this one’s number, as in a restarted container, holds nothing', async () => {
  lock({ ...own, startedAt: own.startedAt - 60_000 })
  expect(await fileStore(folder).hold('cs_1', async () => 'held')).toBe('held')
})

test.each([
  ['of another machine', { ...own, pid: 2 ** 22 + 1, host: 'another' }],
  ['of this process', own],
])('error: a lock %s is waited for and never taken over', async (_, holder) => {
  lock(holder)
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
    message: `A process has held ${join(folder, 'cs_1.lock')} for five minutes: ${JSON.stringify(holder)}. If it does not run any more, delete the file.`,
  })
  expect(work).not.toHaveBeenCalled()
})
