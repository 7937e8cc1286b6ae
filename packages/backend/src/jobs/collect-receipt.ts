import type { ChainReceipt } from '../chain/chain.ts'
import type { ChainJob, ChainTransaction } from '../domain/entities.ts'
import type { Operation } from '../domain/operation.ts'
import type { LaneParameters } from './chain-lane.ts'
import { recordFailedOpening, recordOpening } from './opening-record.ts'
import { recordRefusal, recordSettlement } from './settlement-record.ts'

/** After how long without a receipt transactions are sent again, in milliseconds of real time. */
const RESEND_MILLIS = 15_000
const RESEND_EMBEDDED_MILLIS = 1_000

/** Follows committed transactions to their end and books it. */
export function createCollector(parameters: LaneParameters): {
  /** @returns whether these jobs got any further */
  collect(transactionId: string, jobs: ChainJob[]): Promise<boolean>
  /** Sends again what is long in coming: it may never have left. @returns whether anything was sent */
  resendMissing(): Promise<boolean>
} {
  const { storage, clock, newId, chain, sender, config, settled } = parameters
  const patience = chain.embedded ? RESEND_EMBEDDED_MILLIS : RESEND_MILLIS
  // The embedded chain answers with the block: what has no receipt there was not sent.
  let resendAt = chain.embedded ? 0 : null
  let missing = false

  /** Books on the jobs as they are now, all in one unit with the transaction's fate. */
  const book = async (
    jobs: ChainJob[],
    transaction: ChainTransaction | null,
    each: (operation: Operation, job: ChainJob) => Promise<void>,
  ) => {
    await storage.unitOfWork(async tx => {
      const operation: Operation = { tx, now: clock.now(), newId }
      if (transaction) await tx.transactions.update(transaction)
      for (const { id } of jobs) {
        const current = await tx.jobs.get(id)
        if (current?.status === 'pending') await each(operation, current)
      }
    })
  }
  /** What becomes of the jobs is known: whoever waits for them is told. */
  const finish: typeof book = async (jobs, transaction, each) => {
    await book(jobs, transaction, each)
    for (const job of jobs) settled(job.id)
  }

  const bookReceipt = (receipt: ChainReceipt) => async (operation: Operation, job: ChainJob) => {
    if (receipt.status === 'reverted') {
      if (job.kind !== 'open') await recordRefusal(operation, job, receipt.hash)
      else await recordFailedOpening(operation, job, { code: 'chain_unavailable', reverted: true })
    } else if (receipt.events.some(event => event.type === 'skipped' && event.digest === job.digest)) {
      await recordRefusal(operation, job, '')
    } else if (job.kind === 'open') {
      await recordOpening(operation, job, receipt, config.settleEverySeconds)
    } else await recordSettlement(operation, job, receipt, config.settleEverySeconds)
  }

  /** Too late for every block to come, and in none of those that count (protocol rules, section 4). */
  const isLostOpening = async (job: ChainJob): Promise<boolean> =>
    job.kind === 'open' &&
    (await chain.latestTimestamp()) >= job.terms.openBy &&
    (await chain.meterState(job.digest)).status === 'unknown'

  return {
    collect: async (transactionId, jobs) => {
      const journalled = await storage.read(tx => tx.transactions.get(transactionId))
      if (!journalled) throw new Error(`Job ${jobs[0]?.id} names a transaction that is not in the journal.`)
      const receipt = await chain.receipt(journalled.hash)
      if (receipt !== null) {
        const status = receipt.status === 'success' ? 'included' : 'reverted'
        await finish(jobs, { ...journalled, status }, bookReceipt(receipt))
        return true
      }
      if (journalled.status === 'replaced') {
        await book(jobs, null, ({ tx }, job) => tx.jobs.update({ ...job, transactionId: null }))
        return true
      }
      const [first] = jobs as [ChainJob]
      if (await isLostOpening(first)) {
        const failure = { code: 'chain_unavailable', reverted: false } as const
        await finish(jobs, null, (operation, job) => recordFailedOpening(operation, job, failure))
        return true
      }
      missing = true
      return false
    },
    resendMissing: async () => {
      const isMissing = missing
      missing = false
      if (!isMissing) {
        if (!chain.embedded) resendAt = null
        return false
      }
      resendAt ??= performance.now() + patience
      if (performance.now() < resendAt) return false
      resendAt = performance.now() + patience
      return (await sender.recover()) > 0
    },
  }
}
