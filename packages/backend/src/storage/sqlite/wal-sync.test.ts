import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteStorage } from './sqlite-storage.ts'
import { createWalSync } from './wal-sync.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'per-second-wal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('syncing a log', () => {
  test('is waited for until it is on the disk', async () => {
    const path = join(folder, 'log')
    writeFileSync(path, 'frames')
    const wal = createWalSync(path)
    const durable = wal.durable()
    expect(wal.durable(), 'one sync for whatever was committed before its start').toBe(durable)
    const order: string[] = []
    await Promise.all([
      wal.pending().then(() => order.push('pending')),
      durable.then(() => order.push('durable')),
    ])
    expect(order.toSorted()).toEqual(['durable', 'pending'])
    expect(wal.pending()).toBe(durable)
    await wal.close()
  })

  test('covers a commit made while a sync is under way by a later one', async () => {
    const path = join(folder, 'log')
    writeFileSync(path, 'frames')
    const wal = createWalSync(path)
    const first = wal.durable()
    await Promise.resolve()
    const second = wal.durable()
    expect(second).not.toBe(first)
    const order: string[] = []
    await Promise.all([first.then(() => order.push('first')), second.then(() => order.push('second'))])
    expect(order).toEqual(['first', 'second'])
    await wal.close()
  })

  test('never succeeds again once it has failed', async () => {
    const path = join(folder, 'log')
    const wal = createWalSync(path)
    await expect(wal.durable()).rejects.toThrow('ENOENT')
    writeFileSync(path, 'frames')
    await expect(wal.durable()).rejects.toThrow('ENOENT')
    await expect(wal.pending()).rejects.toThrow('ENOENT')
    await wal.close()
  })
})

test('behaviour: a database whose log cannot be synced says nothing it could lose, and takes nothing more', async () => {
  const path = join(folder, 'billing.sqlite')
  const storage = await openSqliteStorage(path)
  expect(await storage.read(tx => tx.settings.get('a')), 'every connection has its log open').toBeNull()
  rmSync(`${path}-wal`)
  await expect(storage.unitOfWork(tx => tx.settings.set('a', '1'))).rejects.toThrow('ENOENT')
  await expect(storage.read(tx => tx.settings.get('a'))).rejects.toThrow('ENOENT')
  await expect(storage.unitOfWork(tx => tx.settings.set('b', '2'))).rejects.toThrow('ENOENT')
  await storage.close()
})
