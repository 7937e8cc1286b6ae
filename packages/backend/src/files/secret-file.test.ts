import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OptionError } from '../options/option-error.ts'
import { withFile } from './file-error.ts'
import { readSecretFile, writeSecretFile } from './secret-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'per-second-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('default: written for its owner only, with the folders that lead to it, and read back', () => {
  const file = join(folder, 'a', 'secret')
  expect(readSecretFile(file)).toBeNull()
  writeSecretFile(file, 'one')
  writeSecretFile(file, 'two')
  expect([readSecretFile(file), statSync(file).mode & 0o777]).toEqual(['two', 0o600])
})

// A container makes a folder of a file that it is to mount and does not find.
test('error: a folder in its place, and a file in the place of its folder', () => {
  const made = join(folder, 'made')
  mkdirSync(made)
  writeFileSync(join(folder, 'file'), '')
  const below = join(folder, 'file', 'below')
  const unusable = (file: string, code: string) =>
    new OptionError(
      `The file ${file} cannot be made, read or written (${code}). Give it to the user of this process, or choose another folder with --data.`,
    )
  expect(() => readSecretFile(made)).toThrow(unusable(made, 'EISDIR'))
  expect(() => writeSecretFile(made, '')).toThrow(unusable(made, 'EISDIR'))
  expect(() => readSecretFile(below)).toThrow(unusable(below, 'ENOTDIR'))
  expect(() => writeSecretFile(below, '')).toThrow(unusable(below, 'EEXIST'))
})

test('error: a full disk', () => {
  const full = () => {
    throw Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' })
  }
  expect(() => withFile('The file x', full)).toThrow(
    new OptionError(
      'The file x cannot be made, read or written (ENOSPC). Make room on its disk, or choose another folder with --data.',
    ),
  )
})
