import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const PACKAGE = join(import.meta.dirname, '..')
const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8')

test('every sample of the README is a file of examples/, and every file is shown', () => {
  const blocks = [...readme.matchAll(/<!-- sample: (\S+) -->\n\n```ts\n([\s\S]*?)```/g)]
  const files = globSync('examples/*.ts', { cwd: PACKAGE })
  const shown = Object.fromEntries(blocks.map(([, file, code]) => [file, code]))
  expect(shown).toEqual(
    Object.fromEntries(files.map(file => [file, readFileSync(join(PACKAGE, file), 'utf8')])),
  )
  expect(readme.match(/```ts/g)).toHaveLength(files.length)
})

// The flow in a browser runs with `npm run e2e:kit`.
test('the sample for plain Node passes', async () => {
  const file = join(PACKAGE, 'examples/plain-node.test.ts')
  const run = promisify(execFile)(process.execPath, ['--conditions=@per-second/source', '--test', file])
  expect((await run).stdout).toContain('pass 1')
})

test('every code of an error is explained', () => {
  const source = readFileSync(join(PACKAGE, 'src/testing-error.ts'), 'utf8')
  const codes = [...source.matchAll(/\| '(\w+)'/g)].map(([, code]) => code)
  const explained = [...readme.matchAll(/^\| `(\w+)` +\| [^|\n]+ \| [^|\n]+ \|$/gm)].map(([, code]) => code)
  expect(codes).toHaveLength(6)
  expect(explained).toEqual(expect.arrayContaining(codes))
})
