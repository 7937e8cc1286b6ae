import { execFileSync } from 'node:child_process'
import { type Benchmark, figure } from './figure.ts'
import { ROOT } from './servers.ts'

type Measured = { figures: Record<string, number>; targets: Record<string, number> }

/** The cost of the escrow's operations on a real chain. Another check covers the snapshot itself. */
export const gas: Benchmark = async bench => {
  bench.progress('measuring the escrow on a chain of its own')
  const args = ['run', '--silent', 'gas', '-w', '@per-second/contracts', '--', '--json']
  const output = execFileSync('npm', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
  const { figures, targets }: Measured = JSON.parse(output.toString())
  return Object.entries(figures).map(([metric, value]) =>
    figure(metric, { value, unit: 'gas', most: targets[metric] }),
  )
}
