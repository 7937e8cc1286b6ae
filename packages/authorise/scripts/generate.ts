import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { editorData, llmsText, webTypes } from '../build/editor-files.ts'
import { readManifest } from '../build/element-manifest.ts'
import { readmeText } from '../build/readme-text.ts'

/** Writes the files that follow from the element's own documentation. With `--check` it reports outdated ones. */
const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
const { manifest, element } = await readManifest(join(PACKAGE, 'src/billing-authorise.ts'))
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const files: Record<string, string> = {
  'custom-elements.json': json(manifest),
  'html-custom-data.json': json(editorData(element)),
  'web-types.json': json(webTypes(element, version)),
  'llms.txt': llmsText(element),
  'README.md': readmeText(readFileSync(join(PACKAGE, 'README.md'), 'utf8'), element, file =>
    readFileSync(join(PACKAGE, file), 'utf8'),
  ),
}

const stale = Object.entries(files).filter(([name, content]) => {
  const file = join(PACKAGE, name)
  return !existsSync(file) || readFileSync(file, 'utf8') !== content
})
if (process.argv.includes('--check')) {
  for (const [name] of stale)
    process.stderr.write(`${name} is not current: run npm run generate -w @per-second/authorise\n`)
  process.exit(stale.length > 0 ? 1 : 0)
}
for (const [name, content] of stale) writeFileSync(join(PACKAGE, name), content)
process.stdout.write(`${stale.length} of ${Object.keys(files).length} generated files written\n`)
