import type { Logger } from 'pino'
import type { Chain } from '../chain/chain.ts'
import type { Sender } from '../chain/sender/sender.ts'
import { MODES, type Mode } from '../domain/entities.ts'
import type { FaultRegistry } from '../local/fault-registry.ts'
import type { Metrics } from '../observability/metrics.ts'
import { Indexer } from './indexer/indexer.ts'
import { OperatorWorker, type OperatorWorkerParameters } from './operator-worker.ts'
import { createStepJobs } from './step-jobs.ts'
import type { WorkDeps } from './work-deps.ts'

/** One key of a mode: the escrow as it reaches it, and who sends for it. */
export type Operator = { chain: Chain; sender: Sender }

export type ChainWorkerParameters = WorkDeps & {
  /** The operators whose keys it sends with. */
  operators: Record<Mode, readonly Operator[]>
  faults: FaultRegistry
  metrics: Pick<Metrics, 'ledgerAlarms'>
  waits?: OperatorWorkerParameters['waits']
  log: Logger
}

/**
 * Does the chain work that units of work left behind. All its state is in the database, so it takes up after a kill
 * wherever the last process stood (docs/money.md, rule 27). Each operator of a mode has a worker and a ledger of its
 * own: a silent chain, or a key without gas, delays only that operator.
 */
export function createChainWorker(deps: ChainWorkerParameters) {
  const { operators, waits = {} } = deps
  const stepJobs = createStepJobs(deps)
  const workers = MODES.flatMap(mode =>
    operators[mode].map(operator => {
      const own = { ...deps, ...operator, waits, mode }
      return new OperatorWorker({ ...own, stepJobs, indexer: new Indexer(own) })
    }),
  )
  const drain = async () => {
    await Promise.all(workers.map(worker => worker.drain()))
  }

  return {
    /** The indexers of each operator's ledger, those of test mode first. */
    indexers: workers.map(({ indexer }) => indexer),
    /** Says that there is new work. Returns at once. */
    kick: () => void drain(),
    /** Works until nothing more can be done at this instant of the clock. */
    drain,
    /** Lets the current step finish and starts no other. */
    stop: async () => {
      await Promise.all(workers.map(worker => worker.stop()))
    },
  }
}
