import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteStorage } from '../src/storage/sqlite/sqlite-storage.ts'
import { startBackend } from './backend-process.ts'
import { administer } from './make-merchant.ts'

/** The files below a folder that other users may read or write. */
const readableByOthers = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    name => (statSync(join(folder, name)).mode & 0o077) !== 0,
  )

test('behaviour: in a folder that was there, and open to others, nothing of the service is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-modes-'))
  chmodSync(folder, 0o755)
  const backend = await startBackend({ folder })
  try {
    expect(readableByOthers(folder)).toEqual([])
    await backend.end('SIGTERM')
    expect(readdirSync(folder)).toContain('chain')
    expect(readableByOthers(folder)).toEqual([])
  } finally {
    await backend.remove()
  }
})

test('behaviour: in a backup no file of it is open to others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-modes-'))
  const backup = join(folder, 'backup')
  mkdirSync(backup, { mode: 0o755 })
  try {
    await (await openSqliteStorage(join(folder, 'billing.sqlite'))).close()
    await administer('backup', '--data', folder, '--to', backup)
    expect(readdirSync(backup)).toContain('billing.sqlite')
    expect(readableByOthers(backup)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
