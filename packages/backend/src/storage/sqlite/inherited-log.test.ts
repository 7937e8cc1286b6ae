import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSqliteStorage } from './sqlite-storage.ts'

test('behaviour: a database whose log a killed process left unsynced is not opened before it is on the disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-inherited-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // A test cannot cut the power, only check that the disk was asked to sync.
  const file = await open(join(folder, 'any'), 'w')
  const asked = vi.spyOn(Object.getPrototypeOf(file), 'datasync').mockRejectedValue(new Error('EIO'))
  onTestFinished(() => asked.mockRestore())
  await file.close()
  await expect(openSqliteStorage(join(folder, 'billing.sqlite'))).rejects.toThrow('EIO')
})
