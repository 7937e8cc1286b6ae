import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leaveFailures } from './step-failures.ts'
import { type VitestReport, vitestFailures } from './vitest-failures.ts'

/**
 * Runs Vitest and believes it only when its report names tests that passed and none that did not: when a global setup throws, it
 * runs nothing and exits with 0 (seen with 5.1.0). Takes Vitest's own arguments.
 */
const folder = mkdtempSync(join(tmpdir(), 'per-second-vitest-'))
const report = join(folder, 'report.json')
const { status } = spawnSync(
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
const counts = readReport()
rmSync(folder, { recursive: true })
if (counts === null || counts.numPassedTests === 0 || counts.numPassedTests !== counts.numTotalTests) {
  const why = [
    `Vitest exited with ${status}, but not every test is known to have passed.`,
    ...(counts ? vitestFailures(counts) : []),
  ].join('\n')
  console.error(why)
  leaveFailures(why)
  process.exit(1)
}
if (status !== 0)
  leaveFailures('Every test passed, but Vitest caught an error outside of them: look for "Unhandled" above.')
process.exit(status ?? 1)

function readReport(): VitestReport | null {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return null
  }
}
