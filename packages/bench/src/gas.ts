import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Benchmark, Figure } from './figure.ts'

const ROOT = join(import.meta.dirname, '../../..')

type Measured = {
  figures: Record<string, number>
  targets: Record<string, number>
  published: { project: string; method: string; figures: Record<string, number> }[]
}

/** The comparable step of each operation, run by us on the same node with the same token. */
const PEER = 'commerce-payments @3f77761, run by us'
const PEER_STEPS: Record<string, string> = {
  open: 'authorize',
  settle: 'capture',
  settle_batch_50_per_item: 'capture',
  close_with_refund: 'capture + void (two transactions)',
  close_full_refund: 'void',
}

/** What the escrow's operations cost on a real chain, and what others publish; the snapshot itself is checked elsewhere. */
export const gas: Benchmark = async progress => {
  progress('measuring the escrow on a chain of its own')
  const output = execFileSync(
    'npm',
    ['run', '--silent', 'gas', '-w', '@per-second/contracts', '--', '--json'],
    {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const { figures, targets, published }: Measured = JSON.parse(output)
  const peer = published.find(({ project }) => project === PEER)
  const ours = Object.entries(figures).map(([metric, value]): Figure => {
    const target = targets[metric]
    const step = PEER_STEPS[metric]
    const theirs = step === undefined ? undefined : peer?.figures[step]
    return {
      bench: 'gas',
      metric,
      value,
      unit: 'gas',
      against: theirs === undefined ? null : `${PEER}: ${step}`,
      ratio: theirs === undefined ? null : value / theirs,
      target: target === undefined ? null : `<= ${target}`,
      ok: target === undefined ? null : value <= target,
    }
  })
  const others = published.flatMap(({ project, method, figures: steps }) =>
    Object.entries(steps).map(
      ([step, value]): Figure => ({
        bench: 'gas',
        metric: `${project}: ${step}`,
        value,
        unit: 'gas',
        against: method,
        ratio: null,
        target: null,
        ok: null,
      }),
    ),
  )
  return [...ours, ...others]
}
