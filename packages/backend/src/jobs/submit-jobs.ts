import type { EscrowCall, SimulationFailure } from '../chain/chain.ts'
import type { ChainJob } from '../domain/entities.ts'
import { openingRefused } from '../domain/opening-refused.ts'
import type { Operation } from '../domain/operation.ts'
import { newestPlace, noteInTrail } from './block-trail.ts'
import type { LaneParameters } from './chain-lane.ts'
import { findOpening } from './find-opening.ts'
import { callOf } from './group-jobs.ts'
import { recordLostOpening, retryOpening } from './lost-opening.ts'
import { isBooked, recordFailedOpening, recordOpening } from './opening-record.ts'
import { recordRefusal } from './settlement-record.ts'

/** How long a last settlement waits for a block late enough to charge all its seconds, in milliseconds of real time. */
const LATE_BLOCK_MILLIS = 15_000

/** Stands for a transaction of ours that no journal knows; only another user of the operator's key can make one. */
const UNKNOWN_HASH = `0x${'0'.repeat(64)}` as const

/** A job was changed by somebody else between its reading and its commit. */
class Superseded extends Error {
  override readonly name = 'Superseded'
}

/** Takes jobs to the chain: simulated first, then signed, journalled and sent in one go. */
export function createSubmitter(parameters: LaneParameters): (jobs: ChainJob[]) => Promise<boolean> {
  const { storage, clock, newId, mode, chain, sender, faults, config, settled } = parameters
  const waitingSince = new Map<string, number>()

  /** Runs on the job as it is now, and not at all when it is not pending any more. */
  const onPending = (job: ChainJob, work: (operation: Operation, current: ChainJob) => Promise<void>) =>
    storage.unitOfWork(async tx => {
      const current = await tx.jobs.get(job.id)
      if (current?.status === 'pending') await work({ tx, now: clock.now(), newId }, current)
    })

  const simulate = async (call: EscrowCall): Promise<SimulationFailure | null> => {
    const struck =
      call.kind !== 'open' && faults.armed && faults.take(['token_paused'], { paths: [], merchantId: null })
    return struck ? 'token_paused' : chain.simulate(call)
  }

  const adopt = async (job: ChainJob): Promise<void> => {
    const opening = await findOpening(chain, job.digest)
    if (opening === null) return
    await onPending(job, async (operation, current) => {
      const subscription = await operation.tx.subscriptions.get(current.subscriptionId)
      const hash = opening.hash ?? subscription?.openingTxHash ?? UNKNOWN_HASH
      await recordOpening(operation, current, { ...opening, hash }, config.settleEverySeconds)
      if (opening.place) await noteInTrail(operation.tx, mode, chain, opening.place, { job: job.id })
    })
  }

  const refuse = async (job: ChainJob, failure: SimulationFailure): Promise<void> => {
    const ended: string[] = []
    if (job.kind !== 'open') {
      const state = job.kind === 'close' ? await chain.meterState(job.digest) : null
      await onPending(job, (operation, current) => recordRefusal(operation, current, '', state))
    } else if (failure === 'already_open') await adopt(job)
    else {
      const { code } = openingRefused(failure, job.terms)
      // It was accepted because the chain had nothing against it a moment ago.
      const byPayer = failure !== 'too_late' && failure !== 'token_paused'
      const place = failure === 'too_late' ? await newestPlace(chain) : null
      await onPending(job, async (operation, current) => {
        const subscription = await operation.tx.subscriptions.get(current.subscriptionId)
        if (!subscription || !isBooked(subscription, current))
          await recordFailedOpening(operation, current, { code, byPayer })
        else if (failure === 'too_late') {
          ended.push(...(await recordLostOpening(operation, current, subscription)))
          if (place) await noteInTrail(operation.tx, mode, chain, place, { job: job.id })
        } else await retryOpening(operation, current)
      })
    }
    for (const id of [job.id, ...ended]) settled(id)
  }

  /** The block of the meter's opening has vanished: until it is in another one, the escrow refuses what is asked of the meter. */
  const waitsForOpening = async (job: ChainJob): Promise<boolean> => {
    if (!chain.history || job.kind === 'open') return false
    const pending = await storage.read(tx => tx.jobs.pendingOf(job.subscriptionId))
    return pending.some(other => other.kind === 'open' && other.digest === job.digest)
  }

  /** Blocks of a real chain lag behind this service's clock; the escrow grants what their timestamps allow. */
  const isTooEarly = async (job: ChainJob): Promise<boolean> => {
    if (job.kind !== 'close' || chain.embedded) return false
    const state = await chain.meterState(job.digest)
    if (state.status !== 'open' || state.stoppedAt !== null) return false
    if ((await chain.latestTimestamp()) >= state.openedAt + job.toSecond) return false
    const since = waitingSince.get(job.id) ?? performance.now()
    waitingSince.set(job.id, since)
    return performance.now() - since < (parameters.waits?.lateBlock ?? LATE_BLOCK_MILLIS)
  }

  const submit = async (asked: ChainJob[]): Promise<boolean> => {
    const jobs: ChainJob[] = []
    for (const job of asked) if (!(await waitsForOpening(job))) jobs.push(job)
    const [first] = jobs
    if (first === undefined || (await isTooEarly(first))) return false
    waitingSince.delete(first.id)
    const call = callOf(jobs)
    const failure = await simulate(call)
    if (failure !== null && jobs.length > 1) {
      // One of them spoils it for all: each is asked alone.
      for (const job of jobs) await submit([job])
      return true
    }
    if (failure !== null) {
      await refuse(first, failure)
      return true
    }
    try {
      await sender.submit(
        call.kind,
        nonce => chain.sign(call, nonce),
        async (tx, { id, hash }) => {
          for (const job of jobs) {
            const current = await tx.jobs.get(job.id)
            if (current?.status !== 'pending') throw new Superseded(job.id)
            await tx.jobs.update({ ...current, transactionId: id })
            if (job.kind !== 'open') continue
            const subscription = await tx.subscriptions.get(job.subscriptionId)
            if (subscription?.digest === job.digest) {
              await tx.subscriptions.update({ ...subscription, openingTxHash: hash })
            }
          }
        },
      )
    } catch (error) {
      if (!(error instanceof Superseded)) throw error
    }
    return true
  }

  return submit
}
