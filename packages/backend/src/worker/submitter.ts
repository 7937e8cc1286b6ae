import { openingTypedData } from '@per-second/protocol/terms'
import { toUnixMillis } from '@per-second/protocol/time'
import type { EscrowCall, SimulationFailure } from '../chain/chain.ts'
import type { ChainJob } from '../domain/entities.ts'
import { elapsedSeconds } from '../domain/meter.ts'
import { callOf, type MeterJob } from './group-jobs.ts'
import type { OperatorWorkerParameters } from './operator-worker.ts'
import { adoptOpening, refuseOpening } from './refuse-opening.ts'
import { refuseAll, refuseSettlement } from './refuse-settlements.ts'

/** How long a last settlement waits for a block late enough to charge all its seconds, in milliseconds of real time. */
const LATE_BLOCK_MILLIS = 15_000

/** A job was changed by somebody else between its reading and its commit. */
class Superseded extends Error {
  override readonly name = 'Superseded'
}

/** Takes jobs to the chain: simulated first, then signed, journalled and sent in one go. */
export class Submitter {
  readonly #parameters: OperatorWorkerParameters
  readonly #waitingSince = new Map<string, number>()

  constructor(parameters: OperatorWorkerParameters) {
    this.#parameters = parameters
  }

  /** @returns whether any of these jobs got any further */
  async submit(jobs: readonly ChainJob[]): Promise<boolean> {
    const ready: MeterJob[] = []
    for (const asked of await this.#readyOf(jobs)) {
      const found = asked.job.kind === 'close' ? await this.#closingOf(asked) : asked
      if (found) ready.push(found)
    }
    for (const { job } of ready) this.#waitingSince.delete(job.id)
    if (ready.length === 0) return false
    return this.#submit(ready)
  }

  /** While the block of a meter's opening has vanished, the escrow refuses what is asked of the meter: it waits until that is back. */
  async #readyOf(jobs: readonly ChainJob[]): Promise<MeterJob[]> {
    const ids = jobs.map(({ subscriptionId }) => subscriptionId)
    const { meters, pending } = await this.#parameters.storage.read(async tx => ({
      meters: await tx.subscriptions.getMany(ids),
      pending: await tx.jobs.pendingOfMany(ids),
    }))
    const opening = new Set(pending.filter(({ kind }) => kind === 'open').map(job => job.subscriptionId))
    const found = new Map(meters.map(meter => [meter.id, meter]))
    return jobs.flatMap(job => {
      const meter = found.get(job.subscriptionId)
      return meter && (job.kind === 'open' || !opening.has(meter.id)) ? { job, meter } : []
    })
  }

  async #submit(jobs: readonly MeterJob[]): Promise<boolean> {
    const [first] = jobs as [MeterJob]
    if (first.job.kind === 'open') return this.#submitOpenings(jobs)
    const call = callOf(jobs)
    const failure = await this.#simulate(call, jobs.length)
    if (failure === null) await this.#send(call, jobs)
    else if (jobs.length === 1) await this.#refuse(first, failure)
    else if (failure === 'token_paused') {
      await refuseAll(this.#parameters, jobs)
      for (const { job } of jobs) this.#parameters.wake(job.id)
    } else {
      // One of them spoils it for all: it is in one of the halves.
      const middle = Math.ceil(jobs.length / 2)
      await this.#submit(jobs.slice(0, middle))
      await this.#submit(jobs.slice(middle))
    }
    return true
  }

  /**
   * Each is asked about alone, so that its payer hears why it is refused. What a contract has signed runs that contract's code, and goes
   * alone, too (docs/money.md, rule 71). A wallet that has no code yet is deployed first, and its opening waits for that.
   *
   * @returns whether anything but waiting was done
   */
  async #submitOpenings(openings: readonly MeterJob[]): Promise<boolean> {
    const failures = await Promise.all(openings.map(asked => this.#simulate(callOf([asked]), 1)))
    const together: MeterJob[] = []
    let waiting = 0
    for (const [index, asked] of openings.entries()) {
      const failure = failures[index] ?? (await this.#deploy(asked))
      if (failure === 'waiting') waiting += 1
      else if (failure !== null) await this.#refuse(asked, failure)
      else if (openings.length === 1 || (await this.#isSignedByKey(asked))) together.push(asked)
      else await this.#send(callOf([asked]), [asked])
    }
    if (together.length > 0) await this.#send(callOf(together), together)
    return waiting < openings.length
  }

  async #deploy({
    meter: { terms, signature },
  }: MeterJob): Promise<'waiting' | 'wallet_undeployable' | null> {
    const deployment = await this.#parameters.chain.deployWallet({ terms, signature: signature ?? '0x' })
    if (deployment === 'failed') return 'wallet_undeployable'
    return deployment === 'waiting' ? 'waiting' : null
  }

  #isSignedByKey({ meter: { terms, signature } }: MeterJob): Promise<boolean> {
    const { chain } = this.#parameters
    const { chain_id: chainId, escrow } = chain.facts
    const typedData = openingTypedData(terms, { chainId, escrow })
    return chain.isSignedByKey({ address: terms.payer, typedData, signature: signature ?? '0x' })
  }

  /**
   * Blocks of a real chain lag behind this service's clock, and the escrow grants what their timestamps allow: null while it is too early.
   * A stop that does not count yet charges nothing after it all the same (docs/money.md, rules 14 and 21).
   */
  async #closingOf({ job, meter }: MeterJob): Promise<MeterJob | null> {
    const { chain, waits } = this.#parameters
    const state = await chain.meterState(meter.meterId)
    if (state.status !== 'open') return { job, meter }
    if (state.stoppedAt !== null) {
      const counted = elapsedSeconds(meter, toUnixMillis(state.stoppedAt))
      return { job: { ...job, toSecond: Math.min(job.toSecond, counted) }, meter }
    }
    if ((await chain.nextTimestamp()) >= state.openedAt + job.toSecond) return { job, meter }
    const since = this.#waitingSince.get(job.id) ?? performance.now()
    this.#waitingSince.set(job.id, since)
    const isLate = performance.now() - since >= (waits?.lateBlock ?? LATE_BLOCK_MILLIS)
    return isLate ? { job, meter } : null
  }

  async #simulate(call: EscrowCall, count: number): Promise<SimulationFailure | null> {
    const { chain, faults } = this.#parameters
    if (call.kind === 'open' || !faults.armed) return chain.simulate(call)
    // A fault that was asked for strikes so many settlements, so that each is asked alone.
    if (count > 1) return 'reverted'
    const struck = faults.take(['token_paused'], { paths: [], merchantId: null })
    return struck ? 'token_paused' : chain.simulate(call)
  }

  async #refuse(asked: MeterJob, failure: SimulationFailure): Promise<void> {
    const { wake } = this.#parameters
    if (asked.job.kind !== 'open') await refuseSettlement(this.#parameters, asked, '')
    else if (failure === 'already_open') await adoptOpening(this.#parameters, asked)
    else {
      for (const id of await refuseOpening(this.#parameters, asked, failure)) wake(id)
      return
    }
    wake(asked.job.id)
  }

  async #send(call: EscrowCall, jobs: readonly MeterJob[]): Promise<void> {
    const { chain, sender } = this.#parameters
    try {
      await sender.submit(
        call.kind,
        nonce => chain.sign(call, nonce),
        async (tx, { id, hash }) => {
          const asked = jobs.map(({ job }) => job.id)
          const isUnchanged = ({ id: jobId, status, transactionId, toSecond }: ChainJob) =>
            status === 'pending' &&
            transactionId === null &&
            jobs.some(({ job }) => job.id === jobId && job.toSecond <= toSecond)
          const current = await tx.jobs.getMany(asked)
          const isWanted = current.length === asked.length && current.every(isUnchanged)
          if (!isWanted) throw new Superseded(asked.join(', '))
          for (const job of current) {
            await tx.jobs.update({ ...job, transactionId: id })
            if (job.kind !== 'open') continue
            const subscription = await tx.subscriptions.get(job.subscriptionId)
            if (subscription) await tx.subscriptions.update({ ...subscription, openingTxHash: hash })
          }
        },
      )
    } catch (error) {
      if (!(error instanceof Superseded)) throw error
    }
  }
}
