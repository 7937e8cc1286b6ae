import { ChainError } from '../chain/chain-error.ts'
import type { Sender } from '../chain/sender/sender.ts'
import type { ChainJob } from '../domain/entities.ts'
import { createSerialQueue } from '../domain/serial-queue.ts'
import type { FaultRegistry } from '../local/fault-registry.ts'
import type { Transaction } from '../storage/storage.ts'
import { Backoff } from './backoff.ts'
import { BatchSizes } from './batch-sizes.ts'
import { groupJobs } from './group-jobs.ts'
import type { Indexer, IndexerParameters } from './indexer/indexer.ts'
import { SentJobs } from './sent-jobs.ts'
import type { StepJobs } from './step-jobs.ts'
import { Submitter } from './submitter.ts'

/** Outgoing money goes first. A pass takes at most so many of each kind, so that new work waits for no more than that. */
const KINDS_IN_ORDER = ['close', 'open', 'settle'] as const
const MOST_IN_A_PASS = { close: 100, open: 50, settle: 200 } as const

/** So many transactions of a kind are asked about side by side in one pass. */
const MOST_BESIDE = 10

/** The parameters of one operator's work: those of its indexer, and the way to the chain. */
export type OperatorWorkerParameters = Omit<IndexerParameters, 'metrics' | 'waits'> & {
  sender: Sender
  indexer: Indexer
  stepJobs: StepJobs
  faults: FaultRegistry
  /** Other waits than the usual ones, in milliseconds of real time. */
  waits?: IndexerParameters['waits'] & {
    /** A transaction that the chain does not show is sent again after so long. */
    resend?: number
    /** The log is read no more often than so, while something that was sent is waited for. */
    poll?: number
    /** A last settlement waits so long for a block that grants all its seconds. */
    lateBlock?: number
  }
}

/** The chain work of one operator in one mode, one step after the other. */
export class OperatorWorker {
  readonly indexer: Indexer
  readonly #parameters: OperatorWorkerParameters
  readonly #submitter: Submitter
  readonly #sentJobs: SentJobs
  readonly #backoff: Backoff
  readonly #sizes = new BatchSizes()
  #isStopped = false
  #again = false
  #isFailing = false
  readonly #pollEvery: number
  #nextPoll = 0
  #running: Promise<void> | null = null

  constructor(parameters: OperatorWorkerParameters) {
    this.#parameters = parameters
    this.indexer = parameters.indexer
    this.#submitter = new Submitter(parameters, this.#sizes)
    this.#sentJobs = new SentJobs(parameters, this.#sizes)
    this.#backoff = new Backoff(parameters.waits?.backoff)
    this.#pollEvery = parameters.waits?.poll ?? 0
  }

  /** Works until all possible work of this instant is done. The next call reads again the jobs that wait for the chain. */
  async drain(): Promise<void> {
    if (this.#isStopped) return
    this.#again = true
    this.#running ??= this.#work()
    await this.#running
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all([this.#running, this.indexer.stop()])
  }

  async #work(): Promise<void> {
    const { log, mode } = this.#parameters
    try {
      while (this.#again && !this.#isStopped) {
        this.#again = false
        if (await this.#pass()) this.#again = true
        this.#isFailing = false
      }
    } catch (error) {
      if (!this.#isStopped && !this.#isFailing) log.error({ err: error, mode }, 'chain work failed')
      this.#isFailing = true
    } finally {
      // In the same step as the last read of `again`: a later caller starts a new run.
      this.#running = null
    }
  }

  async #pass(): Promise<boolean> {
    const { work, isAwaiting } = await this.#findWork()
    let progress = false
    for (const kind of KINDS_IN_ORDER) {
      const groups = groupJobs(work[kind], job => this.#sizes.mostBeside(job))
      const submit = (group: ChainJob[]) => this.#submit(group)
      // Openings may deploy their payers' wallets, which is done one after the other.
      const inTurn = createSerialQueue()
      const going = groups
        .slice(0, MOST_BESIDE)
        .map(group => (kind === 'open' ? inTurn(() => submit(group)) : submit(group)))
      const gone = await Promise.all(going)
      if (gone.includes(true)) progress = true
    }
    // Nothing is in flight, so the next log read can wait.
    if (!isAwaiting && !progress) this.#nextPoll = performance.now() + this.#pollEvery
    // Ready work does not wait for a log read either, unless its stream never ends.
    else if (progress && performance.now() < this.#nextPoll + this.#pollEvery) return true
    else if (await this.#step(['sent'], () => this.#followSent())) progress = true
    return progress
  }

  /** The jobs ready to leave, and whether any sent job is awaited, both at one moment. */
  #findWork(): Promise<{ work: Record<ChainJob['kind'], ChainJob[]>; isAwaiting: boolean }> {
    const { storage, chain, mode } = this.#parameters
    return storage.read(async tx => ({
      work: {
        close: await this.#readyOf(tx, 'close'),
        open: await this.#readyOf(tx, 'open'),
        settle: await this.#readyOf(tx, 'settle'),
      },
      isAwaiting: (await tx.jobs.awaited(mode, chain.facts.operator)).length > 0,
    }))
  }

  /** Beyond a pass's size the newest and the oldest go in turn: no job waits for all of another's, or for ever. */
  async #readyOf(tx: Transaction, kind: ChainJob['kind']): Promise<ChainJob[]> {
    const { chain, clock, mode } = this.#parameters
    const limit = MOST_IN_A_PASS[kind] / 2 + this.#backoff.size
    const request = { mode, operator: chain.facts.operator, kind, now: clock.now(), limit }
    const oldest = await tx.jobs.ready({ ...request, first: 'oldest' })
    const newest = oldest.length < limit ? [] : await tx.jobs.ready({ ...request, first: 'newest' })
    const inTurn = oldest.flatMap((job, place) => [newest[place] ?? job, job])
    const once = new Map(inTurn.map(job => [job.id, job]))
    return [...once.values()].filter(({ id }) => !this.#backoff.isOn(id))
  }

  #submit(group: readonly ChainJob[]): Promise<boolean> {
    return this.#step(
      idsOf(group),
      () => this.#submitter.submit(group),
      // A job that the chain cannot process must not hold up its neighbours.
      error => isOutOfReach(error) || this.#sizes.quarter(group),
    )
  }

  /** The log shows the outcome of most sent jobs. */
  async #followSent(): Promise<boolean> {
    const { storage, chain, mode } = this.#parameters
    if (performance.now() < this.#nextPoll) return false
    this.#nextPoll = performance.now() + this.#pollEvery
    let progress = await this.indexer.poll()
    const awaited = await storage.read(tx => tx.jobs.awaited(mode, chain.facts.operator))
    if (awaited.length === 0) return progress
    const counted = await chain.countedTransactions(await this.indexer.seen())
    for (const transaction of awaited) {
      const follow = () => this.#sentJobs.follow(transaction, counted)
      if (await this.#step([transaction.id], follow)) progress = true
    }
    if ((await this.#sentJobs.resendMissing()) && (await this.indexer.poll())) progress = true
    return progress
  }

  /**
   * A silent chain is awaited, never taken for a refusal.
   *
   * @param names the work to pause for a while when it fails
   * @returns whether the step made progress
   */
  async #step(
    names: readonly string[],
    work: () => Promise<boolean>,
    failed: (error: unknown) => unknown = () => {},
  ): Promise<boolean> {
    if (this.#isStopped || names.some(name => this.#backoff.isOn(name))) return false
    try {
      const progress = await work()
      this.#backoff.succeeded(names)
      return progress
    } catch (error) {
      if (this.#isStopped) return false
      const code = error instanceof ChainError ? error.code : 'unexpected'
      const { log, mode } = this.#parameters
      log.warn({ err: error, code, mode, jobs: names }, 'chain work postponed')
      this.#backoff.failed(names)
      failed(error)
      return false
    }
  }
}

function idsOf(jobs: readonly ChainJob[]): string[] {
  return jobs.map(({ id }) => id)
}

function isOutOfReach(error: unknown): boolean {
  return error instanceof ChainError && (error.code === 'unreachable' || error.code === 'timeout')
}
