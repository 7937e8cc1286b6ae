import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteStorage } from './sqlite-storage.ts'

const ROWS = 500
const UNITS = 60

/** Fills a page of the log and more, and no page as the unit before left it. */
function textOf(unit: number): string {
  return String.fromCharCode(97 + (unit % 26)).repeat(4_096)
}

test('behaviour: the log starts again while writes and reads go on, and loses nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-checkpoint-'))
  const path = join(folder, 'billing.sqlite')
  const storage = await openSqliteStorage(path)
  const read = (row: number) => storage.read(tx => tx.settings.get(`row ${row}`))
  // More than a hundred megabytes of log, if it were never emptied.
  for (let unit = 0; unit < UNITS; unit += 1) {
    const written = storage.unitOfWork(async tx => {
      for (let row = 0; row < ROWS; row += 1) await tx.settings.set(`row ${row}`, textOf(unit))
    })
    await Promise.all([written, ...Array.from({ length: ROWS }, (_, row) => read(row))])
  }
  expect(statSync(`${path}-wal`).size).toBeLessThan(25e6)
  await storage.close()
  const again = await openSqliteStorage(path)
  for (const row of [0, ROWS - 1])
    expect(await again.read(tx => tx.settings.get(`row ${row}`))).toBe(textOf(UNITS - 1))
  await again.close()
  rmSync(folder, { recursive: true })
})
