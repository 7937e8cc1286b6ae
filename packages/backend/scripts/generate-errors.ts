import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorGuide } from '../src/reference/error-guide.ts'
import { errorsPage } from './errors-page.ts'
import { readErrorTables } from './read-error-tables.ts'

/** Writes what explains the error codes, from where each is explained first; says with `--check` what is not current. */
const ROOT = join(import.meta.dirname, '../../..')
const readme = (name: string) => readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8')

const others = [
  ...readErrorTables('element', readme('authorise'), '## When something is wrong'),
  ...readErrorTables('client', readme('client'), 'Codes that the client gives by itself'),
]
const files: Record<string, string> = {
  'packages/backend/src/reference/generated/other-errors.ts': `import type { OtherError } from '../error-guide.ts'

/** What the READMEs of element and client say of their codes. Generated. */
export const OTHER_ERRORS: readonly OtherError[] = ${JSON.stringify(others, null, 2)}
`,
  'docs/errors.md': errorsPage(errorGuide(others)),
}

for (const [name, text] of Object.entries(files)) {
  const file = join(ROOT, name)
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  } else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${name} is not current: run npm run generate -w @per-second/backend\n`)
    process.exitCode = 1
  }
}
