import { changeJobs } from '../actions/meter/change-meter.ts'
import { ChainError } from '../chain/chain-error.ts'
import type { ChainJob, ChainTransaction } from '../domain/entities.ts'
import type { MeterInput } from '../domain/meter/books.ts'
import type { AwaitedTransaction } from '../storage/storage.ts'
import type { BatchSizes } from './batch-sizes.ts'
import { callOf, type MeterJob } from './group-jobs.ts'
import { recordOutcome } from './indexer/follow-journal.ts'
import type { OperatorWorkerParameters } from './operator-worker.ts'
import { adoptOpening, refuseOpening } from './refuse-opening.ts'
import { refuseSettlement } from './refuse-settlements.ts'

/** After how long without a block transactions are sent again, in milliseconds of real time. */
const RESEND_MILLIS = 15_000

/**
 * Follows sent transactions to their end, where the log does not show it. Such a transaction reverted, moved no amount,
 * was overtaken by another one of the same nonce, or is in no block yet.
 */
export class SentJobs {
  readonly #parameters: OperatorWorkerParameters
  readonly #sizes: BatchSizes
  #resendAt: number | null = null
  #missing = false

  constructor(parameters: OperatorWorkerParameters, sizes: BatchSizes) {
    this.#parameters = parameters
    this.#sizes = sizes
  }

  /**
   * @param counted how many transactions of the operator the blocks hold up to which the log was read
   * @returns whether its jobs got any further
   */
  async follow({ id: transactionId, nonce, kind }: AwaitedTransaction, counted: number): Promise<boolean> {
    const { storage } = this.#parameters
    const isCounted = nonce < counted
    if (!isCounted && kind !== 'open') {
      this.#missing = true
      return false
    }
    const { jobs, attempts, meters } = await storage.read(async tx => {
      const jobs = await tx.jobs.pendingOfTransactions([transactionId])
      const journalled = await tx.transactions.get(transactionId)
      if (!journalled) throw new Error(`Job ${jobs[0]?.id} names a transaction that is not in the journal.`)
      const found = await tx.subscriptions.getMany(jobs.map(job => job.subscriptionId))
      const meters = jobs.flatMap((job): MeterJob[] => {
        const meter = found.find(({ id }) => id === job.subscriptionId)
        return meter ? [{ job, meter }] : []
      })
      return { jobs, attempts: await tx.transactions.ofNonce(journalled), meters }
    })
    if (meters.length === 0) return false
    if (!isCounted) return this.#waitForOpenings(meters)
    const ended = await this.#endOf(attempts)
    const failures: unknown[] = []
    if (ended === null) await this.#requeue(jobs, attempts)
    else if (ended.outcome === 'success') {
      // An opening that a batch skipped is sent alone in the end, where its error is known.
      if (kind === 'open') this.#sizes.quarter(jobs)
      // One whose log cannot be had must not hold up those beside it.
      for (const meterJob of meters) await this.#explain(meterJob).catch(error => failures.push(error))
    } else await this.#refuse(meters, ended.attempt)
    if (failures.length > 0) throw failures[0]
    return true
  }

  /** Sends late transactions again, because they may never have left. @returns whether any was sent */
  async resendMissing(): Promise<boolean> {
    const { sender, waits } = this.#parameters
    const patience = waits?.resend ?? RESEND_MILLIS
    const isMissing = this.#missing
    this.#missing = false
    if (!isMissing) {
      this.#resendAt = null
      return false
    }
    this.#resendAt ??= performance.now() + patience
    if (performance.now() < this.#resendAt) return false
    this.#resendAt = performance.now() + patience
    return (await sender.recover()) > 0
  }

  async #waitForOpenings(openings: readonly MeterJob[]): Promise<boolean> {
    const { chain } = this.#parameters
    const { timestamp, number: since } = await chain.head()
    let lost = false
    for (const meterJob of openings) {
      if (timestamp < meterJob.meter.terms.openBy) continue
      if ((await chain.meterState(meterJob.meter.meterId, { since })).status !== 'unknown') continue
      await refuseOpening(this.#parameters, meterJob, { failure: 'lost' })
      lost = true
    }
    if (!lost) this.#missing = true
    return lost
  }

  /** The transaction in a block is the truth (docs/money.md, rule 29). */
  async #endOf(attempts: readonly ChainTransaction[]) {
    for (const attempt of attempts.toReversed()) {
      const outcome = await this.#parameters.chain.outcome(attempt.hash)
      if (outcome !== null) return { attempt, outcome }
    }
    return null
  }

  /** A foreign transaction has the nonce, for good. */
  async #requeue(jobs: readonly ChainJob[], attempts: readonly ChainTransaction[]): Promise<void> {
    const { storage, clock, newId, policy } = this.#parameters
    await storage.unitOfWork(async tx => {
      for (const attempt of attempts) await tx.transactions.update({ ...attempt, status: 'replaced' })
      await changeJobs({ tx, now: clock.now(), newId, policy }, jobs, unsent)
    })
  }

  async #refuse(meters: readonly MeterJob[], reverted: ChainTransaction): Promise<void> {
    const { storage, chain } = this.#parameters
    await storage.unitOfWork(tx => recordOutcome(tx, reverted, { status: 'reverted', includedIn: null }))
    const [first] = meters as [MeterJob]
    if (meters.length > 1) {
      const jobs = meters.map(({ job }) => job)
      this.#sizes.quarter(jobs)
      await this.#parameters.stepJobs(jobs, unsent)
      return
    }
    if (first.job.kind !== 'open') await refuseSettlement(this.#parameters, first, reverted.hash)
    else if ((await chain.meterState(first.meter.meterId)).status !== 'unknown')
      // A transaction that was given up arrived after all, and made this one revert.
      await adoptOpening(this.#parameters, first)
    else {
      const cause = await chain.simulate(callOf([first]))
      await refuseOpening(this.#parameters, first, { failure: 'reverted_on_chain', cause })
    }
  }

  /** It is in a block and the log does not show it: the log is not whole, or it moved nothing. */
  async #explain({ job, meter }: MeterJob): Promise<void> {
    const { storage, chain, indexer } = this.#parameters
    const read = () =>
      storage.read(async tx => ({
        current: await tx.jobs.get(job.id),
        now: (await tx.subscriptions.get(meter.id)) ?? meter,
      }))
    const isDone = (current: ChainJob | null) =>
      current?.status !== 'pending' || current.transactionId !== job.transactionId
    const before = await read()
    if (isDone(before.current)) return
    // A faulty log is read again beside all other work, which may take long.
    if (!before.now.logFaulty) await indexer.reread(meter.meterId)
    const { current, now } = await read()
    if (isDone(current)) return
    const state = await chain.meterState(meter.meterId)
    const isAhead =
      state.status !== 'unknown' &&
      (state.billedSeconds > now.loggedSeconds || job.kind === 'open' || state.status === 'closed')
    // Its books wait for a person, but its money has left.
    const hasLeft = now.logFaulty && job.kind === 'close' && state.status === 'closed'
    if (isAhead && !hasLeft) throw new ChainError('rejected', 'the escrow is ahead of its log')
    await this.#parameters.stepJobs([job], ({ id: jobId, kind }) => {
      if (hasLeft) return { type: 'dropped', jobId }
      if (kind !== 'settle') return { type: 'unsent', jobId }
      return { type: now.invoicedSeconds > now.loggedSeconds ? 'postponed' : 'dropped', jobId }
    })
  }
}

function unsent({ id }: ChainJob): MeterInput {
  return { type: 'unsent', jobId: id }
}
