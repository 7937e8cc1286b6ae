import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openSqliteStorage } from './sqlite-storage.ts'

// What a power cut would leave cannot be seen from here, only whether the disk was asked.
vi.mock('node:fs', async importOriginal => ({
  ...(await importOriginal<typeof import('node:fs')>()),
  fdatasync: (_file: number, done: (error: Error) => void) => done(new Error('EIO')),
}))

test('behaviour: a database whose log a killed process left unsynced is not opened before it is on the disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-inherited-'))
  await expect(openSqliteStorage(join(folder, 'billing.sqlite'))).rejects.toThrow('EIO')
  rmSync(folder, { recursive: true })
})
