import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type GeneratedFile, renderGeneratedFiles } from './generated-files.ts'

const FOLDER = resolve(import.meta.dirname, '../src/generated')

const files = renderGeneratedFiles()
if (process.argv.includes('--check')) check(files)
else write(files)

function check(expected: GeneratedFile[]): void {
  const stale = expected.filter(file => readIfPresent(resolve(FOLDER, file.name)) !== file.text)
  for (const file of stale) process.stderr.write(`stale: packages/contracts/src/generated/${file.name}\n`)
  if (stale.length === 0) return
  process.stderr.write('Run `npm run generate -w @per-second/contracts`.\n')
  process.exitCode = 1
}

function write(rendered: GeneratedFile[]): void {
  mkdirSync(FOLDER, { recursive: true })
  for (const file of rendered) writeFileSync(resolve(FOLDER, file.name), file.text)
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
