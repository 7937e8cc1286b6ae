import { toUnixMillis, type UnixSeconds } from '@per-second/protocol/time'
import { changeJobs } from '../actions/meter/change-meter.ts'
import type { EscrowCall, MeterState, SimulationFailure, WalletDeployment } from '../chain/chain.ts'
import type { ChainJob } from '../domain/entities.ts'
import { elapsedSeconds } from '../domain/meter/clock.ts'
import { isUndeployedSignature } from '../domain/undeployed-signature.ts'
import type { BatchSizes } from './batch-sizes.ts'
import { dropStopped } from './drop-stopped.ts'
import { callOf, type MeterJob, openingOf } from './group-jobs.ts'
import type { OperatorWorkerParameters } from './operator-worker.ts'
import { adoptOpening, refuseOpening } from './refuse-opening.ts'
import { refuseAll, refuseSettlement } from './refuse-settlements.ts'

/** How long a last settlement waits for a block late enough to charge all its seconds, in milliseconds of real time. */
const LATE_BLOCK_MILLIS = 15_000

/** Another process changed a job between its reading and its commit. */
class Superseded extends Error {
  override readonly name = 'Superseded'
}

/** Takes jobs to the chain: simulated first, then signed, journalled and sent in one go. */
export class Submitter {
  readonly #parameters: OperatorWorkerParameters
  readonly #sizes: BatchSizes
  /** Closings that wait for a block: since when, as `performance.now()` counts, and for which timestamp. */
  readonly #waiting = new Map<string, { since: number; until: UnixSeconds }>()

  constructor(parameters: OperatorWorkerParameters, sizes: BatchSizes) {
    this.#parameters = parameters
    this.#sizes = sizes
  }

  /** @returns whether any of these jobs got any further */
  async submit(jobs: readonly ChainJob[]): Promise<boolean> {
    const ready = await this.#withinStops(await this.#readyOf(jobs))
    for (const { job } of ready) this.#waiting.delete(job.id)
    if (ready.length === 0) return false
    return this.#submit(ready)
  }

  /**
   * Jobs that are still requested. While the block of a meter's opening is orphaned, the escrow refuses all calls for
   * the meter, so its jobs wait until the opening is back.
   */
  async #readyOf(jobs: readonly ChainJob[]): Promise<MeterJob[]> {
    const ids = jobs.map(({ subscriptionId }) => subscriptionId)
    const { meters, pending } = await this.#parameters.storage.read(async tx => ({
      meters: await tx.subscriptions.getMany(ids),
      pending: await tx.jobs.pendingOf(ids),
    }))
    const opening = new Set(pending.filter(({ kind }) => kind === 'open').map(job => job.subscriptionId))
    const found = new Map(meters.map(meter => [meter.id, meter]))
    const current = new Map(pending.map(job => [job.id, job]))
    return jobs.flatMap(({ id, subscriptionId }) => {
      const job = current.get(id)
      const meter = found.get(subscriptionId)
      if (!meter || job?.transactionId !== null) return []
      return job.kind === 'open' || !opening.has(meter.id) ? { job, meter } : []
    })
  }

  async #submit(jobs: readonly MeterJob[]): Promise<boolean> {
    const [first] = jobs as [MeterJob]
    const group = jobs.map(({ job }) => job)
    if (first.job.kind === 'open') {
      const progress = await this.#submitOpenings(jobs)
      if (progress) this.#sizes.forget(group)
      return progress
    }
    const call = callOf(jobs)
    const failure = await this.#simulate(call, jobs.length)
    if (failure === null) await this.#send(call, jobs)
    else if (jobs.length === 1) await this.#refuse(first, failure)
    else if (failure === 'token_paused') {
      await refuseAll(this.#parameters, jobs)
    } else {
      // One of them spoils it for all: it is in one of the quarters, which go with the next pass.
      this.#sizes.quarter(group)
      return true
    }
    this.#sizes.forget(group)
    return true
  }

  /**
   * Each is simulated alone, so that its payer learns why it is refused. A contract's signature runs that contract's
   * code, so it goes alone, too (docs/money.md, rule 71). A wallet that has no code yet is deployed first, and its
   * opening waits for that.
   *
   * @returns whether any work beyond waiting was done
   */
  async #submitOpenings(openings: readonly MeterJob[]): Promise<boolean> {
    const isAlone = openings.length === 1
    // A key takes milliseconds to recover, and the chain longer to answer.
    const simulated = await Promise.all(
      openings.map(async opening => {
        const answers = [
          this.#simulate(callOf([opening]), 1),
          isAlone || this.#parameters.chain.isSignedByKey(openingOf(opening)),
        ] as const
        const [failure, isBatched] = await Promise.all(answers)
        return { opening, failure, isBatched }
      }),
    )
    const refused = simulated.flatMap(({ opening, failure }) =>
      failure === null || failure === 'already_open' ? [] : { opening, failure },
    )
    await Promise.all(refused.map(({ opening, failure }) => this.#refuse(opening, failure)))
    const booked = new Set(refused.map(({ opening }) => opening))
    const together: MeterJob[] = []
    let waiting = 0
    for (const { opening, failure: known, isBatched } of simulated) {
      if (booked.has(opening)) continue
      const failure = known ?? (await this.#deploy(opening)) ?? (await this.#simulateAfterDeploy(opening))
      if (failure === 'waiting') waiting += 1
      else if (failure !== null) await this.#refuse(opening, failure)
      else if (isBatched) together.push(opening)
      else await this.#send(callOf([opening]), [opening])
    }
    if (together.length > 0) await this.#send(callOf(together), together)
    return waiting < openings.length
  }

  #deploy(opening: MeterJob): Promise<WalletDeployment> {
    return this.#parameters.chain.deployWallet(openingOf(opening))
  }

  /** A wallet may have come since its opening was asked about: together with its deployment, which has more gas than is sent. */
  async #simulateAfterDeploy(opening: MeterJob): Promise<SimulationFailure | null> {
    return isUndeployedSignature(openingOf(opening).signature) ? this.#simulate(callOf([opening]), 1) : null
  }

  async #withinStops(meterJobs: readonly MeterJob[]): Promise<readonly MeterJob[]> {
    const kind = meterJobs[0]?.job.kind
    if (kind === 'close') return this.#closingsOf(meterJobs)
    return kind === 'settle' ? dropStopped(this.#parameters, meterJobs) : meterJobs
  }

  /**
   * Blocks of a real chain lag behind this service's clock, and the escrow allows only charges up to their timestamps.
   * Closings that are too early are left out. An unconfirmed stop prevents later charges all the same (docs/money.md,
   * rules 14 and 21).
   */
  async #closingsOf(closings: readonly MeterJob[]): Promise<MeterJob[]> {
    const { chain, waits } = this.#parameters
    const next = await chain.nextTimestamp()
    const isWaiting = ({ id }: ChainJob) => {
      const { since, until } = this.#waiting.get(id) ?? { since: 0, until: 0 }
      return next < until && performance.now() - since < (waits?.lateBlock ?? LATE_BLOCK_MILLIS)
    }
    const due = closings.filter(({ job }) => !isWaiting(job))
    // Endpoints that lag for good must not keep meters open. The escrow itself charges nothing after a stop.
    const states = await Promise.all(due.map(({ meter }) => chain.meterState(meter.meterId, { since: 0 })))
    return due.flatMap(({ job, meter }, index) => {
      const state = states[index] as MeterState
      if (state.status !== 'open') return { job, meter }
      if (state.stoppedAt !== null) {
        const counted = elapsedSeconds(meter, toUnixMillis(state.stoppedAt))
        return { job: { ...job, toSecond: Math.min(job.toSecond, counted) }, meter }
      }
      const { since } = this.#waiting.get(job.id) ?? { since: performance.now() }
      this.#waiting.set(job.id, { since, until: state.openedAt + job.toSecond })
      return isWaiting(job) ? [] : { job, meter }
    })
  }

  async #simulate(call: EscrowCall, count: number): Promise<SimulationFailure | null> {
    const { chain, faults } = this.#parameters
    if (call.kind === 'open' || !faults.armed) return chain.simulate(call)
    // A fault that was asked for strikes so many settlements, so that each is asked alone.
    if (count > 1) return 'reverted'
    const struck = faults.take(['token_paused'], { paths: [], merchantId: null })
    return struck ? 'token_paused' : chain.simulate(call)
  }

  async #refuse(meterJob: MeterJob, failure: SimulationFailure): Promise<void> {
    if (meterJob.job.kind !== 'open') return refuseSettlement(this.#parameters, meterJob, '')
    if (failure === 'already_open') return adoptOpening(this.#parameters, meterJob)
    return refuseOpening(this.#parameters, meterJob, { failure })
  }

  async #send(call: EscrowCall, jobs: readonly MeterJob[]): Promise<void> {
    const { chain, sender, clock, newId, policy } = this.#parameters
    try {
      await sender.submit(
        call.kind,
        nonce => chain.sign(call, nonce),
        async (tx, { id, hash }) => {
          const ids = jobs.map(({ job }) => job.id)
          const isUnchanged = ({ id: jobId, status, transactionId, toSecond }: ChainJob) =>
            status === 'pending' &&
            transactionId === null &&
            jobs.some(({ job }) => job.id === jobId && job.toSecond <= toSecond)
          const current = await tx.jobs.getMany(ids)
          const isWanted = current.length === ids.length && current.every(isUnchanged)
          if (!isWanted) throw new Superseded(ids.join(', '))
          // The journal's own link, in the commit that makes the nonce durable: the one job row that is not written by `saveBooks`.
          for (const job of current) await tx.jobs.update({ ...job, transactionId: id })
          const openings = current.filter(({ kind }) => kind === 'open')
          const operation = { tx, now: clock.now(), newId, policy }
          await changeJobs(operation, openings, ({ id: jobId }) => ({ type: 'openingSent', jobId, hash }))
        },
      )
    } catch (error) {
      if (!(error instanceof Superseded)) throw error
    }
  }
}
