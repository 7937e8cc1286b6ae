import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Verdict } from './run-suite.ts'

const PACKAGE_ROOT = resolve(import.meta.dirname, '..')
const FILE = resolve(PACKAGE_ROOT, 'cache/mutation/results.json')

/** The result of a mutant: the verdict of the suite, or that it is no valid program. */
export type Result = { verdict: Verdict } | 'invalid'

/**
 * The results of earlier runs, valid while the contracts are the same. A change of the tests runs survivors again.
 * Killed mutants stay killed, so that a run after an added test takes seconds. After a test was weakened: `--fresh`.
 */
export type ResultsCache = { get(name: string): Result | undefined; set(name: string, result: Result): void }

type Stored = { sources: string; tests: string; results: Record<string, Result> }

export function openResultsCache(parameters: { fresh: boolean }): ResultsCache {
  const sources = hashOf('{src/*.sol,foundry.toml}')
  const tests = hashOf('test/**/*.sol')
  const stored = parameters.fresh ? undefined : read()
  const known = Object.entries(stored?.sources === sources ? stored.results : {})
  const kept = known.filter(
    ([, result]) => stored?.tests === tests || result === 'invalid' || result.verdict !== null,
  )
  const results = Object.fromEntries(kept)
  return {
    get: name => results[name],
    set(name, result) {
      results[name] = result
      mkdirSync(dirname(FILE), { recursive: true })
      writeFileSync(FILE, JSON.stringify({ sources, tests, results } satisfies Stored))
    },
  }
}

function read(): Stored | undefined {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function hashOf(pattern: string): string {
  const hash = createHash('sha256')
  for (const file of globSync(pattern, { cwd: PACKAGE_ROOT }).sort()) {
    hash.update(file).update(readFileSync(resolve(PACKAGE_ROOT, file)))
  }
  return hash.digest('hex')
}
