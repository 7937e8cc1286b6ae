import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { styles } from '../src/view/styles.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))

/** Builds the files for a page without a bundler into `folder`: the element, a skeleton's styles, and every file's integrity. */
export async function buildCdn(folder: string): Promise<void> {
  await build({
    root: PACKAGE,
    configFile: join(PACKAGE, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  })
  // A server that renders the skeleton needs the first screen's styles as a file, because inline styles may be forbidden.
  const css = styles.map(part => part.cssText).join('\n')
  writeFileSync(join(folder, 'billing-authorise-skeleton.css'), `${css}\n`)
  writeFileSync(join(folder, 'sri.json'), `${JSON.stringify(integrityOf(folder), null, 2)}\n`)
}

/** Values for `integrity`, for the entry and for every file it loads (W3C Subresource Integrity). */
function integrityOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter(name => name !== 'sri.json')
  const hash = (name: string) =>
    createHash('sha384')
      .update(readFileSync(join(folder, name)))
      .digest('base64')
  return Object.fromEntries(names.sort().map(name => [name, `sha384-${hash(name)}`]))
}
