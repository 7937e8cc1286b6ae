import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compileMutants } from './compile-mutants.ts'
import { findMutants, type Mutant } from './find-mutants.ts'
import { openResultsCache, type ResultsCache } from './results-cache.ts'
import { runSuite } from './run-suite.ts'
import { sample } from './sample.ts'

const USAGE = `Usage: npm run mutate -w @per-second/contracts -- [--count N] [--seed N] [--fresh]

Changes the escrow in one place at a time and runs the forge tests over each change: a mutant that no test fails for
survives. Goes on where an interrupted run stopped, unless --fresh. Without --count, all mutants, and report.json is written.
`

const LEAST_SCORE = 95
const BATCH = 20

const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    fresh: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(USAGE)
else process.exitCode = await mutate()

async function mutate(): Promise<number> {
  await proveHarness()
  const all = findMutants()
  const equivalent = readEquivalentMutants(all)
  const tried = all.filter(mutant => !equivalent.has(mutant.name))
  const chosen = values.count === undefined ? tried : sample(tried, Number(values.count), Number(values.seed))
  const cache = openResultsCache({ fresh: values.fresh })
  for (let from = 0; from < chosen.length; from += BATCH) {
    await tryMutants(chosen.slice(from, from + BATCH), cache)
    process.stderr.write(`${Math.min(from + BATCH, chosen.length)} of ${chosen.length}\n`)
  }
  return report(chosen, cache, equivalent.size)
}

/** The sources as they are must pass, compiled the way mutants are: otherwise every mutant would seem found. */
async function proveHarness(): Promise<void> {
  const [code] = compileMutants([null])
  const verdict = await runSuite(code ?? '')
  if (verdict !== null) throw new Error(`without a change ${verdict} fails already`)
}

async function tryMutants(mutants: readonly Mutant[], cache: ResultsCache): Promise<void> {
  const open = mutants.filter(mutant => cache.get(mutant.name) === undefined)
  const codes = compileMutants(open)
  for (const [index, mutant] of open.entries()) {
    const code = codes[index] ?? null
    cache.set(mutant.name, code === null ? 'invalid' : { verdict: await runSuite(code) })
  }
}

function report(mutants: readonly Mutant[], cache: ResultsCache, equivalent: number): number {
  const valid = mutants.filter(mutant => cache.get(mutant.name) !== 'invalid')
  const survivors = valid.filter(mutant => {
    const result = cache.get(mutant.name)
    return typeof result === 'object' && result.verdict === null
  })
  const killed = valid.length - survivors.length
  const score = Math.floor((killed / valid.length) * 1000) / 10
  const names = survivors.map(({ name }) => name)
  const summary = { score, mutants: valid.length, killed, invalid: mutants.length - valid.length, equivalent }
  if (values.count === undefined) {
    const text = `${JSON.stringify({ ...summary, survivors: names }, null, 2)}\n`
    writeFileSync(resolve(import.meta.dirname, 'report.json'), text)
  }
  for (const { file, line, name } of survivors) process.stdout.write(`survived: ${file}:${line} ${name}\n`)
  process.stdout.write(
    `${score} % of ${valid.length} mutants found, ${summary.invalid} invalid, ${equivalent} equivalent\n`,
  )
  return score >= LEAST_SCORE ? 0 : 1
}

/** Names of mutants that no test could ever tell from the original, each with the reason in the file. */
function readEquivalentMutants(all: readonly Mutant[]): Set<string> {
  const file = resolve(import.meta.dirname, 'equivalent-mutants.json')
  const reasons: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  const known = new Set(all.map(({ name }) => name))
  const unknown = Object.keys(reasons).find(name => !known.has(name))
  if (unknown !== undefined)
    throw new Error(`equivalent-mutants.json names a mutant that is none: ${unknown}`)
  return new Set(Object.keys(reasons))
}
