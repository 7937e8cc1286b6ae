import type { Logger } from 'pino'
import type { Chain, ChainReceipt, EscrowCall } from '../chain/chain.ts'
import { ChainError } from '../chain/chain-error.ts'
import type { Sender } from '../chain/sender.ts'
import type { ChainWorker, LocalChain } from '../deps.ts'
import { openingRefused } from '../domain/authorisation.ts'
import type { ChainJob, Mode } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { Operation } from '../domain/operation.ts'
import type { FaultRegistry } from '../fault-registry.ts'
import type { ServiceClock } from '../service-clock.ts'
import type { ServiceConfig } from '../service-config.ts'
import type { Storage } from '../storage/storage.ts'
import { createJobWaiters } from './job-waiters.ts'
import { recordFailedOpening, recordOpening } from './opening-record.ts'
import { recordRefusal, recordSettlement } from './settlement-record.ts'

/** Settlements that share one transaction. */
const MAX_BATCH = 50

/** How long between two looks for receipts that are not there yet, in milliseconds of real time. */
const POLL_MILLIS = 100

export type RunningChainWorker = ChainWorker & {
  /** Works until nothing more can be done at this instant of the clock. */
  drain(): Promise<void>
  /** Answers everybody who waits, now and from now on, as after their time: the service is about to stop. */
  release(): void
  /** Lets the current step finish and stops. */
  stop(): Promise<void>
}

/**
 * Does the chain work that units of work left behind: simulate, sign and journal, send, follow the receipt, book the result. All
 * its state is in the database, so it takes up after a kill wherever the last process stood (protocol rules, section 4).
 */
export function createChainWorker(deps: {
  storage: Storage
  clock: ServiceClock
  newId: (prefix: IdPrefix) => string
  chains: Record<Mode, Chain | null>
  senders: Record<Mode, Sender | null>
  local: LocalChain | null
  faults: FaultRegistry
  config: Pick<ServiceConfig, 'settleEverySeconds'>
  log: Logger
}): RunningChainWorker {
  const { storage, clock, chains, senders, config, log } = deps
  const waiters = createJobWaiters()
  let stopped = false
  let running: Promise<void> | null = null
  let again = false

  const inUnit = <T>(work: (operation: Operation) => Promise<T>) =>
    storage.unitOfWork(tx => work({ tx, now: clock.now(), newId: deps.newId }))

  const submit = async (mode: Mode, chain: Chain, jobs: ChainJob[]) => {
    const sender = senders[mode]
    const call = callOf(jobs)
    const failure = await simulate(chain, call)
    if (failure !== null) {
      if (jobs.length > 1) {
        for (const job of jobs) await submit(mode, chain, [job])
        return
      }
      const [job] = jobs as [ChainJob]
      if (job.kind !== 'open') await inUnit(operation => recordRefusal(operation, job, ''))
      else if (failure === 'already_open') await adoptOpening(chain, job)
      else {
        const { code } = openingRefused(failure, job.terms)
        await inUnit(operation => recordFailedOpening(operation, job, { code, reverted: false }))
      }
      waiters.settle(job.id)
      return
    }
    await sender?.submit(
      call.kind,
      nonce => chain.sign(call, nonce),
      async (tx, journalled) => {
        for (const job of jobs) {
          await tx.jobs.update({ ...job, transactionId: journalled.id })
          if (job.kind !== 'open') continue
          const subscription = await tx.subscriptions.get(job.subscriptionId)
          if (subscription) await tx.subscriptions.update({ ...subscription, openingTxHash: journalled.hash })
        }
      },
    )
  }

  /** With a scripted fault the token stands still for this one look, as it would for a real settlement. */
  const simulate = async (chain: Chain, call: EscrowCall) => {
    const strikes =
      call.kind !== 'open' &&
      deps.faults.armed &&
      deps.faults.take(['token_paused'], { paths: [], merchantId: null })
    if (!strikes || !deps.local) return chain.simulate(call)
    await deps.local.setTokenPaused(true)
    try {
      return await chain.simulate(call)
    } finally {
      await deps.local.setTokenPaused(false)
    }
  }

  const adoptOpening = async (chain: Chain, job: ChainJob) => {
    const state = await chain.meterState(job.digest)
    if (state.status === 'unknown') return
    await inUnit(async operation => {
      const subscription = await operation.tx.subscriptions.get(job.subscriptionId)
      const hash = subscription?.openingTxHash ?? '0x'
      await recordOpening(operation, job, { hash, blockTimestamp: state.openedAt }, config.settleEverySeconds)
    })
  }

  /** @returns whether the transaction's fate is known now */
  const collect = async (chain: Chain, transactionId: string, jobs: ChainJob[]): Promise<boolean> => {
    const journalled = await storage.read(tx => tx.transactions.get(transactionId))
    if (!journalled)
      throw new Error(`Chain job ${jobs[0]?.id} names a transaction that is not in the journal.`)
    const receipt = await chain.receipt(journalled.hash)
    if (receipt === null) return false
    await inUnit(async operation => {
      const status = receipt.status === 'success' ? 'included' : 'reverted'
      await operation.tx.transactions.update({ ...journalled, status })
      for (const job of jobs) await book(operation, job, receipt)
    })
    for (const job of jobs) waiters.settle(job.id)
    return true
  }

  const book = async (operation: Operation, job: ChainJob, receipt: ChainReceipt) => {
    const skipped = receipt.events.some(event => event.type === 'skipped' && event.digest === job.digest)
    if (receipt.status === 'reverted' || skipped) {
      if (job.kind === 'open') {
        await recordFailedOpening(operation, job, { code: 'chain_unavailable', reverted: true })
      } else await recordRefusal(operation, job, receipt.hash)
    } else if (job.kind === 'open') {
      await recordOpening(operation, job, receipt, config.settleEverySeconds)
    } else await recordSettlement(operation, job, receipt, config.settleEverySeconds)
  }

  /** @returns whether there was progress, and whether receipts are still awaited */
  const pass = async (mode: Mode): Promise<{ progress: boolean; waiting: boolean }> => {
    const chain = chains[mode]
    if (!chain) return { progress: false, waiting: false }
    const pending = await storage.read(tx => tx.jobs.pending(mode))
    const fresh = pending.filter(job => job.transactionId === null && job.notBefore <= clock.now())
    for (const group of groupsOf(fresh)) await submit(mode, chain, group)

    const sent = (await storage.read(tx => tx.jobs.pending(mode))).filter(job => job.transactionId !== null)
    let collected = false
    let waiting = false
    for (const [transactionId, jobs] of Map.groupBy(sent, job => job.transactionId as string)) {
      if (await collect(chain, transactionId, jobs)) collected = true
      else waiting = true
    }
    return { progress: fresh.length > 0 || collected, waiting }
  }

  const work = async () => {
    do {
      again = false
      for (const mode of ['test', 'live'] as const) {
        let state = { progress: true, waiting: false }
        while (!stopped && (state.progress || state.waiting)) {
          state = await pass(mode)
          if (state.waiting && !state.progress) await delay(POLL_MILLIS)
        }
      }
    } while (again && !stopped)
  }

  const drain = (): Promise<void> => {
    again = true
    running ??= work()
      .catch(error => {
        // A chain that does not answer is waited for, not believed to have refused: the next kick tries again.
        const code = error instanceof ChainError ? error.code : 'unexpected'
        log.warn({ err: error, code }, 'chain work interrupted')
      })
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    kick: () => {
      if (!stopped) void drain()
    },
    drain,
    waitFor: async (jobId, timeoutMs) => {
      const settled = waiters.waitFor(jobId, timeoutMs)
      const job = await storage.read(tx => tx.jobs.get(jobId))
      if (job === null || job.status !== 'pending') waiters.settle(jobId)
      else if (!stopped) void drain()
      return settled
    },
    release: waiters.abandon,
    stop: async () => {
      stopped = true
      waiters.abandon()
      await running
    },
  }
}

/** Settlements due together share a transaction; everything else goes alone, in the order it was asked for. */
function groupsOf(jobs: ChainJob[]): ChainJob[][] {
  const groups: ChainJob[][] = []
  let batch: ChainJob[] = []
  for (const job of jobs) {
    const joins = job.kind === 'settle' && job.attempts === 0
    const repeated = batch.some(other => other.subscriptionId === job.subscriptionId)
    if (joins && !repeated && batch.length > 0 && batch.length < MAX_BATCH) batch.push(job)
    else {
      const group = [job]
      groups.push(group)
      batch = joins ? group : []
    }
  }
  return groups
}

function callOf(jobs: ChainJob[]): EscrowCall {
  const [job] = jobs as [ChainJob]
  if (jobs.length > 1) {
    return { kind: 'settleBatch', items: jobs.map(({ terms, toSecond }) => ({ terms, toSecond })) }
  }
  if (job.kind === 'open') return { kind: 'open', terms: job.terms, signature: job.signature ?? '0x' }
  return { kind: job.kind, terms: job.terms, toSecond: job.toSecond }
}

function delay(millis: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, millis))
}
