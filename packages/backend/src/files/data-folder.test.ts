import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OptionError } from '../options/option-error.ts'
import { takeDataFolder } from './data-folder.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'per-second-folder-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function refusalOf(path: string): unknown {
  try {
    takeDataFolder(path).release()
  } catch (error) {
    return error instanceof OptionError ? error.message : error
  }
  return null
}

test('default: made with all that leads to it, for its owner only, and to be had again once released', () => {
  const path = join(root, 'a', 'b')
  for (let time = 0; time < 2; time++) takeDataFolder(path).release()
  expect([join(root, 'a'), path].map(each => statSync(each).mode & 0o777)).toEqual([0o700, 0o700])
})

test('default: git ignores a folder of its own, and nothing beside files that were there', () => {
  const own = join(root, 'own')
  takeDataFolder(own).release()
  expect(readFileSync(join(own, '.gitignore'), 'utf8')).toBe('*\n')
  writeFileSync(join(root, 'README.md'), '')
  takeDataFolder(root).release()
  expect(existsSync(join(root, '.gitignore'))).toBe(false)
})

// docs/money.md, rule 28
test('error: in use', () => {
  const folder = takeDataFolder(root)
  expect(refusalOf(root)).toBe(
    `The data folder ${root} is in use by process ${process.pid}. Stop that backend first, or choose another folder with --data.`,
  )
  folder.release()
  expect(refusalOf(root)).toBeNull()
})

test('error: a file, below a file, and where the system makes no folders', () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  const unusable = (path: string, code: string) =>
    `The data folder ${path} cannot be made, read or written (${code}). Give it to the user of this process, or choose another folder with --data.`
  expect(refusalOf(file)).toBe(unusable(file, 'ENOTDIR'))
  expect(refusalOf(join(file, 'below'))).toBe(unusable(join(file, 'below'), 'ENOTDIR'))
  expect(refusalOf('/proc/nowhere')).toBe(unusable('/proc/nowhere', 'ENOENT'))
  expect(refusalOf('file:x')).toBe('The data folder file:x must be a path, without "file:".')
})
