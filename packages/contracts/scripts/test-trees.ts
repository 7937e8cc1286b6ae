import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'

/** A `.tree` beside a test file: its path below the package, and its whole text. */
export type TestTree = { path: string; text: string }

/** The beginnings of the part of a name that is a condition: a time, a person or a place. */
const CONDITION = /^(?:when|whatever|once|after|while|until|within|for|from|sent|if|on)[A-Z0-9]/

const PACKAGE_ROOT = resolve(import.meta.dirname, '..')

/**
 * Each forge test file as a tree in bulloak's notation: conditions are branches, outcomes are leaves. Read from the
 * tests' names (`test_<function>_<outcome>_<condition>`), so that tree and tests cannot differ.
 */
export function renderTestTrees(): TestTree[] {
  return globSync('test/**/*.t.sol', { cwd: PACKAGE_ROOT })
    .sort()
    .map(path => ({
      path: path.replace(/\.t\.sol$/, '.tree'),
      text: renderTree(path, readFileSync(resolve(PACKAGE_ROOT, path), 'utf8')),
    }))
}

/** @throws {Error} when the file has no contract with tests */
export function renderTree(path: string, source: string): string {
  const [, root] =
    /^contract (\w+) /m.exec(source.slice(source.search(/^contract \w+(?:Test|Invariants) /m))) ?? []
  if (root === undefined) throw new Error(`${path} has no contract with tests`)
  const subject = basename(path, '.t.sol').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const branches = new Map<string, string[]>([['', []]])
  for (const [, kind, name] of source.matchAll(/function (test|testFuzz|invariant)_(\w+)\(/g)) {
    const parts = (name as string).split('_')
    const isOfSubject = parts[0]?.toLowerCase() === subject.toLowerCase() && parts.length > 1
    if (isOfSubject) parts.shift()
    const condition = parts.length > 1 && CONDITION.test(parts.at(-1) ?? '') ? inWords(parts.pop() ?? '') : ''
    const outcome = `${isOfSubject ? 'it ' : ''}${parts.map(inWords).join(' ')}`
    branches.set(condition, [...(branches.get(condition) ?? []), leafOf(kind ?? '', outcome)])
  }
  const [unconditional = [], ...conditional] = [...branches.values()]
  const conditions = [...branches.keys()].slice(1)
  const nodes = [
    ...unconditional.map(leaf => ({ title: leaf, leaves: [] as string[] })),
    ...conditions.map((title, index) => ({ title, leaves: conditional[index] ?? [] })),
  ]
  const lines = nodes.flatMap(({ title, leaves }, index) => {
    const isLast = index === nodes.length - 1
    const below = isLast ? '    ' : '│   '
    return [
      `${isLast ? '└──' : '├──'} ${title}`,
      ...leaves.map((leaf, at) => `${below}${at === leaves.length - 1 ? '└──' : '├──'} ${leaf}`),
    ]
  })
  return `${[root, ...lines].join('\n')}\n`
}

function leafOf(kind: string, outcome: string): string {
  if (kind === 'invariant') return `always: ${outcome}`
  return kind === 'testFuzz' ? `${outcome} (fuzz)` : outcome
}

/** "takesADelegatedKeysSignature" → "takes a delegated keys signature" */
function inWords(name: string): string {
  return name
    .replaceAll(/([A-Z]+(?![a-z])|[A-Z])/g, ' $1')
    .toLowerCase()
    .trim()
}
