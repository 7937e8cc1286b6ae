import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readManifest } from '../build/element-manifest.ts'
import { readmeText } from '../build/readme-text.ts'

/** Writes the tables of the README that follow from the element's own documentation. With `--check` it reports an outdated README. */
const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const README = join(PACKAGE, 'README.md')
const { element } = await readManifest(join(PACKAGE, 'src/billing-authorise.ts'))
const written = readFileSync(README, 'utf8')
const text = readmeText(written, element, file => readFileSync(join(PACKAGE, file), 'utf8'))
if (!process.argv.includes('--check')) writeFileSync(README, text)
else if (text !== written) {
  process.stderr.write('README.md is not current: run npm run generate -w @per-second/authorise\n')
  process.exitCode = 1
}
