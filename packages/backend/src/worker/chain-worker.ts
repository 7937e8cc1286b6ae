import type { Address } from '@per-second/protocol/types'
import type { Logger } from 'pino'
import type { Chain } from '../chain/chain.ts'
import type { Sender } from '../chain/sender/sender.ts'
import type { SerialQueue } from '../chain/sender/serial-queue.ts'
import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { Clock } from '../domain/clock.ts'
import type { Mode } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { FaultRegistry } from '../local/fault-registry.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Storage } from '../storage/storage.ts'
import { Indexer } from './indexer/indexer.ts'
import { createJobWaiters } from './job-waiters.ts'
import { OperatorWorker, type OperatorWorkerParameters } from './operator-worker.ts'

/** Does the chain work that units of work have committed, one sender at a time (docs/money.md, rule 28). */
export type ChainWorker = {
  /** Says that there is new work. Returns at once. */
  kick(): void
  /**
   * Waits until the job is done or failed. Resolves false when `timeoutMs` of real time have passed first, or at shutdown:
   * the work goes on, the answer does not wait for it.
   */
  waitFor(jobId: string, timeoutMs: number): Promise<boolean>
}

/** One key of a mode: the escrow as it reaches it, and who sends for it. */
export type Operator = { chain: Chain; sender: Sender }

/** The escrow's log of a mode: how it is read, and who of those that open meters there are the service's own, this process's or not. */
export type EscrowLog = { chain: Chain; operators: readonly Address[] }

export type RunningChainWorker = ChainWorker & {
  /** What keeps the ledger of each mode that has a chain. */
  indexers: Partial<Record<Mode, Indexer>>
  /** Works until nothing more can be done at this instant of the clock. */
  drain(): Promise<void>
  /** Answers everybody who waits, now and from now on, as after their time: the service is about to stop. */
  release(): void
  /** Lets the current step finish and starts no other. */
  stop(): Promise<void>
}

/** The log of the escrow that these operators open meters in; null without any. */
export function logOf(chains: readonly Chain[]): EscrowLog | null {
  const [first] = chains
  return first ? { chain: first, operators: chains.map(({ facts }) => facts.operator) } : null
}

/**
 * Does the chain work that units of work left behind. All its state is in the database, so it takes up after a kill wherever the
 * last process stood (docs/money.md, rule 27). Each operator of a mode has a worker of its own: a chain that does not answer, or a key
 * without gas, holds up nobody else's.
 */
export function createChainWorker(deps: {
  storage: Storage
  clock: Clock
  newId: (prefix: IdPrefix) => string
  operators: Record<Mode, readonly Operator[]>
  logs: Record<Mode, EscrowLog | null>
  faults: FaultRegistry
  policy: BillingPolicy
  metrics: Pick<Metrics, 'ledgerAlarms'>
  waits?: OperatorWorkerParameters['waits']
  /** In which turn each mode's log is read, where other workers of this process read it too. */
  turns?: Record<Mode, SerialQueue>
  log: Logger
}): RunningChainWorker {
  const { storage, operators, logs, waits = {} } = deps
  const waiters = createJobWaiters()
  const indexers: RunningChainWorker['indexers'] = {}
  const workers = (['test', 'live'] as const).flatMap(mode => {
    const read = logs[mode]
    if (read === null) return []
    const own = { ...deps, waits, mode, wake: waiters.settle }
    const indexer = new Indexer({ ...own, ...read, oneAtATime: deps.turns?.[mode] })
    indexers[mode] = indexer
    return operators[mode].map(operator => new OperatorWorker({ ...own, ...operator, indexer }))
  })
  const drain = async () => {
    await Promise.all(workers.map(worker => worker.drain()))
  }
  const kick = () => void drain()

  return {
    indexers,
    kick,
    drain,
    waitFor: async (jobId, timeoutMs) => {
      const settled = waiters.waitFor(jobId, timeoutMs)
      const job = await storage.read(tx => tx.jobs.get(jobId))
      if (job === null || job.status !== 'pending') waiters.settle(jobId)
      else kick()
      return settled
    },
    release: waiters.abandon,
    stop: async () => {
      waiters.abandon()
      await Promise.all(workers.map(worker => worker.stop()))
    },
  }
}
