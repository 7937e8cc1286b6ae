import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { foundryBinary } from './foundry-binary.ts'

/** The contracts that hold money. Tests must run every line and every branch of them. */
const WHOLE = ['src/MeterEscrow.sol', 'src/MeterLife.sol', 'src/MeterMath.sol']

const PACKAGE_ROOT = resolve(import.meta.dirname, '..')
const LIBRARY = 'node_modules/@openzeppelin/contracts'

const folder = mkdtempSync(join(tmpdir(), 'per-second-coverage-'))
try {
  process.exitCode = report(measure(folder))
} finally {
  rmSync(folder, { recursive: true })
}

/**
 * forge's coverage wants every source below its root, and the library is hoisted above it: so it is given a copy of the package
 * that lies where OpenZeppelin does. The sources are compiled there without the optimiser, not the committed creation code.
 */
function measure(root: string): string {
  const home = join(root, 'packages/contracts')
  mkdirSync(home, { recursive: true })
  for (const part of ['src', 'test', 'bin', 'package.json']) {
    cpSync(join(PACKAGE_ROOT, part), join(home, part), { recursive: true })
  }
  cpSync(join(PACKAGE_ROOT, '../protocol/vectors'), join(root, 'packages/protocol/vectors'), {
    recursive: true,
  })
  cpSync(join(PACKAGE_ROOT, '../..', LIBRARY), join(home, LIBRARY), { recursive: true })
  symlinkSync(resolve(PACKAGE_ROOT, '../../node_modules/solc'), join(home, 'node_modules/solc'))
  const settings = readFileSync(join(PACKAGE_ROOT, 'foundry.toml'), 'utf8')
  writeFileSync(join(home, 'foundry.toml'), settings.replaceAll(`../../${LIBRARY}`, LIBRARY))
  return execFileSync(
    foundryBinary('forge'),
    ['coverage', '--report', 'summary', '--no-match-path', 'test/addresses*'],
    {
      cwd: home,
      env: {
        ...process.env,
        CONTRACTS_FROM_SOURCE: 'true',
        FOUNDRY_INVARIANT_RUNS: '8',
        NO_COLOR: '1',
      },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 64 * 1024 * 1024,
    },
  )
}

/** Prints the table. Returns 1 unless the tests run all of `WHOLE`. */
function report(output: string): number {
  const rows = output.split('\n').filter(line => line.startsWith('|'))
  process.stdout.write(`${rows.filter(row => row.includes('File') || row.includes('src/')).join('\n')}\n`)
  const incomplete = WHOLE.filter(file => {
    const row = rows.find(line => line.includes(` ${file} `))
    const [, , lines, , branches] = row?.split('|') ?? []
    return !lines?.includes('100.00%') || !branches?.includes('100.00%')
  })
  for (const file of incomplete) process.stderr.write(`not every line and branch of ${file} is run\n`)
  return incomplete.length === 0 ? 0 : 1
}
