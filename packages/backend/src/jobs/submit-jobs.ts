import type { EscrowCall, SimulationFailure } from '../chain/chain.ts'
import type { ChainJob } from '../domain/entities.ts'
import type { LaneParameters } from './chain-lane.ts'
import { callOf, type MeterJob } from './group-jobs.ts'
import { refuseSettlement, Superseded } from './refuse-jobs.ts'
import { adoptOpening, refuseOpening } from './refuse-opening.ts'

/** How long a last settlement waits for a block late enough to charge all its seconds, in milliseconds of real time. */
const LATE_BLOCK_MILLIS = 15_000

/** Takes jobs to the chain: simulated first, then signed, journalled and sent in one go. */
export class Submitter {
  readonly #parameters: LaneParameters
  readonly #waitingSince = new Map<string, number>()

  constructor(parameters: LaneParameters) {
    this.#parameters = parameters
  }

  /** @returns whether these jobs got any further */
  async submit(jobs: readonly ChainJob[]): Promise<boolean> {
    const ready: MeterJob[] = []
    for (const job of jobs) {
      const found = await this.#meterOf(job)
      if (found) ready.push(found)
    }
    return this.#submit(ready)
  }

  /** While the block of a meter's opening has vanished, the escrow refuses what is asked of the meter: null until it is back. */
  async #meterOf(job: ChainJob): Promise<MeterJob | null> {
    const { meter, pending } = await this.#parameters.storage.read(async tx => ({
      meter: await tx.subscriptions.get(job.subscriptionId),
      pending: await tx.jobs.pendingOf(job.subscriptionId),
    }))
    const waits = job.kind !== 'open' && pending.some(({ kind }) => kind === 'open')
    return meter && !waits ? { job, meter } : null
  }

  async #submit(jobs: readonly MeterJob[]): Promise<boolean> {
    const [first] = jobs
    if (first === undefined || (await this.#isTooEarly(first))) return false
    this.#waitingSince.delete(first.job.id)
    const call = callOf(jobs)
    const failure = await this.#simulate(call)
    if (failure === null) await this.#send(call, jobs)
    else if (jobs.length === 1) await this.#refuse(first, failure)
    else {
      // One of them spoils it for all: it is in one of the halves.
      const middle = Math.ceil(jobs.length / 2)
      await this.#submit(jobs.slice(0, middle))
      await this.#submit(jobs.slice(middle))
    }
    return true
  }

  /** Blocks of a real chain lag behind this service's clock; the escrow grants what their timestamps allow. */
  async #isTooEarly({ job, meter }: MeterJob): Promise<boolean> {
    const { chain, waits } = this.#parameters
    if (job.kind !== 'close') return false
    const state = await chain.meterState(meter.digest)
    if (state.status !== 'open' || state.stoppedAt !== null) return false
    if ((await chain.nextTimestamp()) >= state.openedAt + job.toSecond) return false
    const since = this.#waitingSince.get(job.id) ?? performance.now()
    this.#waitingSince.set(job.id, since)
    return performance.now() - since < (waits?.lateBlock ?? LATE_BLOCK_MILLIS)
  }

  async #simulate(call: EscrowCall): Promise<SimulationFailure | null> {
    const { chain, faults } = this.#parameters
    const struck =
      call.kind !== 'open' && faults.armed && faults.take(['token_paused'], { paths: [], merchantId: null })
    return struck ? 'token_paused' : chain.simulate(call)
  }

  async #refuse(asked: MeterJob, failure: SimulationFailure): Promise<void> {
    const { settled } = this.#parameters
    if (asked.job.kind !== 'open') await refuseSettlement(this.#parameters, asked, '')
    else if (failure === 'already_open') await adoptOpening(this.#parameters, asked)
    else {
      for (const id of await refuseOpening(this.#parameters, asked, failure)) settled(id)
      return
    }
    settled(asked.job.id)
  }

  async #send(call: EscrowCall, jobs: readonly MeterJob[]): Promise<void> {
    const { chain, sender } = this.#parameters
    try {
      await sender.submit(
        call.kind,
        nonce => chain.sign(call, nonce),
        async (tx, { id, hash }) => {
          for (const { job } of jobs) {
            const current = await tx.jobs.get(job.id)
            if (current?.status !== 'pending') throw new Superseded(job.id)
            await tx.jobs.update({ ...current, transactionId: id })
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
