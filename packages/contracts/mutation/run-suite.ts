import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { foundryBinary } from '../scripts/foundry-binary.ts'

const PACKAGE_ROOT = resolve(import.meta.dirname, '..')
const CODE_FILE = 'cache/mutation/bytecode.ts'
const TIME_LIMIT_MS = 120_000

/** The quick tests first: they find most mutants, and the invariants take ten times as long. */
const STAGES = [
  ['--no-match-path', '{test/invariant/*,test/test-ausd/*,test/addresses.t.sol}'],
  ['--match-path', 'test/invariant/*'],
]

/** The test that failed, "time-out" when the suite did not come to an end, or null when all passed. */
export type Verdict = string | null

/**
 * Runs the forge suite over this creation code of the escrow, without a compilation.
 *
 * @throws {Error} when forge itself fails, with its output.
 */
export async function runSuite(creationCode: string): Promise<Verdict> {
  writeCode(creationCode)
  for (const stage of STAGES) {
    const verdict = await runForge(['test', '--fail-fast', ...stage])
    if (verdict !== null) return verdict
  }
  return null
}

function writeCode(creationCode: string): void {
  const committed = readFileSync(join(PACKAGE_ROOT, 'src/generated/bytecode.ts'), 'utf8')
  const changed = committed.replace(/(meterEscrowBytecode = ')0x[0-9a-f]+/, `$1${creationCode}`)
  mkdirSync(join(PACKAGE_ROOT, 'cache/mutation'), { recursive: true })
  writeFileSync(join(PACKAGE_ROOT, CODE_FILE), changed)
}

async function runForge(args: string[]): Promise<Verdict> {
  const child = spawn(foundryBinary('forge'), args, {
    cwd: PACKAGE_ROOT,
    env: { ...process.env, CREATION_CODE_FILE: CODE_FILE, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    child.kill('SIGKILL')
  }, TIME_LIMIT_MS)
  const code = await new Promise<number | null>((settle, refuse) =>
    child.on('close', settle).on('error', refuse),
  )
  clearTimeout(timer)
  if (timedOut) return 'time-out'
  if (code === 0) return null
  const failure = failedTest(output)
  if (failure === undefined) throw new Error(`forge failed:\n${output}`)
  return failure
}

/**
 * A test's name follows the reason in brackets. An invariant's name follows the calls that broke it, some lines further
 * down.
 */
export function failedTest(output: string): string | undefined {
  const [, afterFailure] = output.split(/^\[FAIL/m, 2)
  return /\b((?:test|testFuzz|invariant)_\w+)\(/.exec(afterFailure ?? '')?.[1]
}
