import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = join(import.meta.dirname, '..')
const DOCS = join(PACKAGE, '../../docs')
const BLOCK = /(?:<!-- (examples\/[\w-]+\.ts) -->\n+)?```ts\n([\s\S]*?)```/g

/**
 * Every difference between the README's TypeScript and the files in `examples/`, as sentences. Every block is a whole
 * file, named in a comment above it. Every file is shown, here or on a page of docs/, whose own test compares it.
 */
export function findReadmeDifferences(readme: string): string[] {
  const differences: string[] = []
  const shown = new Set<string>()
  for (const [, file, code] of readme.matchAll(BLOCK)) {
    if (!file) differences.push(`a block names no file of examples/: ${code?.slice(0, 60)}`)
    else if (code !== readFileSync(join(PACKAGE, file), 'utf8'))
      differences.push(`${file} is not what the README shows`)
    if (file) shown.add(file)
  }
  for (const file of globSync('examples/*.ts', { cwd: PACKAGE }))
    if (!shown.has(file) && !isOnAPage(file)) differences.push(`${file} is on no page`)
  return differences
}

function isOnAPage(file: string): boolean {
  const name = `<!-- ../packages/client/${file} -->`
  return globSync('*.md', { cwd: DOCS }).some(page => readFileSync(join(DOCS, page), 'utf8').includes(name))
}

/** The README with each named file's present text in its block. */
export function withExamples(readme: string): string {
  return readme.replace(BLOCK, (block, file?: string) =>
    file ? `<!-- ${file} -->\n\n\`\`\`ts\n${readFileSync(join(PACKAGE, file), 'utf8')}\`\`\`` : block,
  )
}
