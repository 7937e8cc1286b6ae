import type { Logger } from 'pino'
import type { Chain } from '../chain/chain.ts'
import type { Sender } from '../chain/sender/sender.ts'
import { MODES, type Mode } from '../domain/entities.ts'
import type { FaultRegistry } from '../local/fault-registry.ts'
import type { Metrics } from '../observability/metrics.ts'
import { Indexer } from './indexer/indexer.ts'
import { createJobWaiters, type Wait } from './job-waiters.ts'
import { OperatorWorker, type OperatorWorkerParameters } from './operator-worker.ts'
import type { WorkDeps } from './work-deps.ts'

/** Does the chain work that units of work have committed, one sender at a time (docs/money.md, rule 28). */
export type ChainWorker = Pick<RunningChainWorker, 'kick' | 'waitFor'>

/** One key of a mode: the escrow as it reaches it, and who sends for it. */
export type Operator = { chain: Chain; sender: Sender }

export type RunningChainWorker = ReturnType<typeof createChainWorker>

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
  const { storage, operators, waits = {} } = deps
  const waiters = createJobWaiters()
  const workers = MODES.flatMap(mode =>
    operators[mode].map(operator => {
      const own = { ...deps, ...operator, waits, mode, wake: waiters.settle }
      return new OperatorWorker({ ...own, indexer: new Indexer(own) })
    }),
  )
  const drain = async () => {
    await Promise.all(workers.map(worker => worker.drain()))
  }
  const kick = () => void drain()

  return {
    /** The indexers of each operator's ledger, those of test mode first. */
    indexers: workers.map(({ indexer }) => indexer),
    /** Says that there is new work. Returns at once. */
    kick,
    /** Works until nothing more can be done at this instant of the clock. */
    drain,
    /**
     * Waits until the job is done or failed. Resolves false when the time is over first, too many wait, or at shutdown: the work goes on, the
     * response does not wait for it.
     */
    waitFor: async (jobId: string, wait: Wait) => {
      const settled = waiters.waitFor(jobId, wait)
      const job = await storage.read(tx => tx.jobs.get(jobId))
      if (job === null || job.status !== 'pending') waiters.settle(jobId)
      else kick()
      return settled
    },
    /**
     * Resolves all waits, now and from now on, as if their time were over. Lets the current step finish and starts no
     * other.
     */
    stop: async () => {
      waiters.abandon()
      await Promise.all(workers.map(worker => worker.stop()))
    },
  }
}
