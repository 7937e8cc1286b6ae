import type { Logger } from 'pino'
import type { Chain } from '../chain/chain.ts'
import { ChainError } from '../chain/chain-error.ts'
import type { Sender } from '../chain/sender.ts'
import type { Clock } from '../domain/clock.ts'
import type { ChainJob, Mode } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { FaultRegistry } from '../fault-registry.ts'
import type { ServiceConfig } from '../service-config.ts'
import type { Storage } from '../storage/storage.ts'
import { groupJobs } from './group-jobs.ts'
import type { Indexer } from './indexer.ts'
import { SentJobs } from './sent-jobs.ts'
import { Submitter } from './submit-jobs.ts'

/** A job that could not be worked on is left alone for a second of real time, doubling to a minute. */
const FIRST_REST_MILLIS = 1_000
const LONGEST_REST_MILLIS = 60_000

export type LaneParameters = {
  storage: Storage
  clock: Clock
  newId: (prefix: IdPrefix) => string
  mode: Mode
  chain: Chain
  sender: Sender
  indexer: Indexer
  faults: FaultRegistry
  config: Pick<ServiceConfig, 'settleEverySeconds'>
  /** Other waits than the usual ones, in milliseconds of real time. */
  waits?: {
    /** A job that could not be worked on is left alone for so long, at first. */
    rest?: number
    /** A transaction that the chain does not show is sent again after so long. */
    resend?: number
    /** A last settlement waits so long for a block that grants all its seconds. */
    lateBlock?: number
  }
  log: Logger
  /** Told of every job that got somewhere: done, failed, or refused for now. */
  settled: (jobId: string) => void
}

export type ChainLane = {
  /** Works until nothing more can be done at this instant; what waits for the chain is looked at again by the next call. */
  drain(): Promise<void>
  stop(): Promise<void>
}

/** The chain work of one mode, one step after the other. */
export function createChainLane(parameters: LaneParameters): ChainLane {
  const { storage, clock, mode, chain, indexer, log } = parameters
  const firstRest = parameters.waits?.rest ?? FIRST_REST_MILLIS
  const submitter = new Submitter(parameters)
  const sentJobs = new SentJobs(parameters)
  const resting = new Map<string, { until: number; wait: number }>()
  let stopped = false
  let again = false
  let failing = false
  let running: Promise<void> | null = null

  const rests = (id: string) => (resting.get(id)?.until ?? 0) > performance.now()

  /**
   * A chain that does not answer is waited for, never believed to have refused.
   *
   * @param ids what is left alone for a while when it fails
   * @returns whether the step got anywhere
   */
  const step = async (ids: readonly string[], work: () => Promise<boolean>): Promise<boolean> => {
    if (stopped || ids.some(rests)) return false
    try {
      const progress = await work()
      for (const id of ids) resting.delete(id)
      return progress
    } catch (error) {
      if (stopped) return false
      const code = error instanceof ChainError ? error.code : 'unexpected'
      log.warn({ err: error, code, mode, jobs: ids }, 'chain work is put off')
      for (const id of ids) {
        const wait = Math.min((resting.get(id)?.wait ?? firstRest / 2) * 2, LONGEST_REST_MILLIS)
        resting.set(id, { until: performance.now() + wait, wait })
      }
      return false
    }
  }
  const idsOf = (jobs: readonly ChainJob[]) => jobs.map(({ id }) => id)

  /** The log tells what has become of most of what was sent. */
  const followSent = async (): Promise<boolean> => {
    let progress = await indexer.look()
    const sent = await storage.read(tx => tx.jobs.sent(mode))
    if (sent.length === 0) return progress
    const counted = await chain.countedTransactions(await indexer.position())
    for (const [transactionId, jobs] of Map.groupBy(sent, job => job.transactionId as string)) {
      if (await step(idsOf(jobs), () => sentJobs.follow(transactionId, jobs, counted))) progress = true
    }
    if ((await sentJobs.resendMissing()) && (await indexer.look())) progress = true
    return progress
  }

  const pass = async (): Promise<boolean> => {
    let progress = false
    const ready = await storage.read(tx => tx.jobs.ready(mode, clock.now()))
    for (const group of groupJobs(ready.filter(job => !rests(job.id)))) {
      if (await step(idsOf(group), () => submitter.submit(group))) progress = true
    }
    const sent = await storage.read(tx => tx.jobs.sent(mode))
    if (sent.length > 0 && (await step(['sent'], followSent))) progress = true
    return progress
  }

  const work = async () => {
    try {
      while (again && !stopped) {
        again = false
        if (await pass()) again = true
        failing = false
      }
    } catch (error) {
      if (!stopped && !failing) log.error({ err: error, mode }, 'chain work failed')
      failing = true
    } finally {
      // In the same step as the last look at `again`: whoever calls from now on starts anew.
      running = null
    }
  }

  return {
    drain: async () => {
      if (stopped) return
      again = true
      running ??= work()
      await running
    },
    stop: async () => {
      stopped = true
      await running
    },
  }
}
