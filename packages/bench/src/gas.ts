import { execFileSync } from 'node:child_process'
import { type Benchmark, figure } from './figure.ts'
import { ROOT } from './servers.ts'

type Measured = {
  figures: Record<string, number>
  targets: Record<string, number>
  published: { project: string; figures: Record<string, number> }[]
}

/** A carried-on meter is one more opening and one more close of the operator's, and no transaction of the payer's. */
const CARRY_ON = 'session_batch_50'

/** The step by which a payer of another project makes a stream or a channel last longer. Superfluid publishes no figure for its own. */
const LONGER: Record<string, string> = {
  'Sablier Flow, its benchmark': 'deposit',
  'x402 batch settlement, its snapshot': 'deposit by ERC-3009, first',
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

/** The cost of the escrow's operations on a real chain, beside what others publish. Another check covers the snapshot itself. */
export const gas: Benchmark = async bench => {
  bench.progress('measuring the escrow on a chain of its own')
  const args = ['run', '--silent', 'gas', '-w', '@per-second/contracts', '--', '--json']
  const output = execFileSync('npm', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
  const { figures, targets, published }: Measured = JSON.parse(output.toString())
  const peer = published.find(({ project }) => project === PEER)
  const shared = { bench: 'gas', unit: 'gas' }
  const ours = Object.entries(figures).map(([metric, value]) => {
    const target = targets[metric]
    const step = PEER_STEPS[metric] ?? ''
    const theirs = peer?.figures[step]
    const judged = figure({ ...shared, metric, value, ...(target !== undefined && { most: target }) })
    if (theirs === undefined) return judged
    return { ...judged, against: `${PEER}: ${step}`, ratio: value / theirs }
  })
  const carriedOn = published.flatMap(({ project, figures: steps }) => {
    const [step, value] = [LONGER[project], figures[CARRY_ON]]
    const theirs = step && steps[step]
    if (!theirs || value === undefined) return []
    const against = `${project}: ${step}`
    return [figure({ ...shared, metric: 'carry_on', value, against, ratio: value / theirs })]
  })
  return [...ours, ...carriedOn]
}
