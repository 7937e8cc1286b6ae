import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createProgram } from '../src/cli/run.ts'
import { createOpenApiDocument } from '../src/openapi/create-document.ts'
import { VARIABLES } from '../src/options/option-table.ts'
import { referenceText } from '../src/reference/reference-text.ts'
import { routeTable } from '../src/routes/route-table.ts'
import { configurationPage } from './configuration-page.ts'
import { withSamples } from './with-samples.ts'

/** Writes the generated pages of the documentation, and the samples in all others. `--check` names the pages that are not current. */
const ROOT = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const silent = { environment: {}, writeOut: () => {}, writeErr: () => {}, serve: async () => {} }
const generated: Record<string, string> = {
  'docs/configuration.md': configurationPage(createProgram(silent), VARIABLES),
  'docs/reference.md': referenceText(createOpenApiDocument(routeTable), 'list'),
}
const written = globSync('docs/*.md', { cwd: ROOT }).filter(file => !(file in generated))
const files = [
  ...Object.entries(generated),
  ...written.map(file => [file, withSamples(read(file), path => read(join(dirname(file), path)))] as const),
]

for (const [name, text] of files) {
  const file = join(ROOT, name)
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  } else if (read(name) !== text) {
    process.stderr.write(`${name} is not current: run npm run generate -w @per-second/backend\n`)
    process.exitCode = 1
  }
}
