import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isStale } from './is-stale.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'is-stale-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function writeAt(name: string, seconds: number): void {
  writeFileSync(join(folder, name), '')
  utimesSync(join(folder, name), seconds, seconds)
}

const stale = () => isStale(join(folder, 'out.js'), [join(folder, '*.ts')])

test('a missing file is stale', () => {
  expect(stale()).toBe(true)
})

test('a file is stale as soon as one source is newer', () => {
  writeAt('out.js', 1000)
  writeAt('a.ts', 999)
  writeAt('b.ts', 1000)
  expect(stale()).toBe(false)
  writeAt('c.ts', 1001)
  expect(stale()).toBe(true)
})
