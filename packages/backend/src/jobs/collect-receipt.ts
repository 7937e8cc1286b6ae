import type { ChainReceipt, MeterState } from '../chain/chain.ts'
import type { ChainJob, ChainTransaction } from '../domain/entities.ts'
import type { Operation } from '../domain/operation.ts'
import { newestPlace, noteInTrail } from './block-trail.ts'
import type { LaneParameters } from './chain-lane.ts'
import { findEvents } from './find-events.ts'
import { findOpening, type KnownOpening } from './find-opening.ts'
import { createReceiptSeeker } from './find-receipt.ts'
import { recordLostOpening, retryOpening } from './lost-opening.ts'
import { isBooked, recordFailedOpening, recordOpening } from './opening-record.ts'
import { type FoundEvent, recordRefusal, recordSettlement } from './settlement-record.ts'

/** After how long without a receipt transactions are sent again, in milliseconds of real time. */
const RESEND_MILLIS = 15_000
const RESEND_EMBEDDED_MILLIS = 1_000

/** The chain has moved on from where the books of these jobs' meters end: a block has vanished that will be noticed later. */
class BooksBehind extends Error {
  override readonly name = 'BooksBehind'

  constructor(jobs: readonly string[]) {
    super(`the chain does not go on where the books end, for ${jobs.join(', ')}`)
  }
}

/** Follows committed transactions to their end and books it. */
export function createCollector(parameters: LaneParameters): {
  /** @returns whether these jobs got any further */
  collect(transactionId: string, jobs: ChainJob[]): Promise<boolean>
  /** Sends again what is long in coming: it may never have left. @returns whether anything was sent */
  resendMissing(): Promise<boolean>
} {
  const { storage, clock, newId, mode, chain, sender, config, settled } = parameters
  const patience = chain.embedded ? RESEND_EMBEDDED_MILLIS : (parameters.waits?.resend ?? RESEND_MILLIS)
  const seeker = createReceiptSeeker(chain, patience)
  // The embedded chain answers with the block: what has no receipt there was not sent.
  let resendAt = chain.embedded ? 0 : null
  let missing = false

  /**
   * Books on the jobs as they are now, all in one unit with the transaction's fate.
   *
   * @param each false leaves a job as it is
   * @returns the jobs that were left
   */
  const book = (
    jobs: ChainJob[],
    transactions: ChainTransaction[],
    each: (operation: Operation, job: ChainJob) => Promise<boolean>,
    before?: (operation: Operation) => Promise<void>,
  ): Promise<string[]> =>
    storage.unitOfWork(async tx => {
      const operation: Operation = { tx, now: clock.now(), newId }
      const left: string[] = []
      for (const transaction of transactions) await tx.transactions.update(transaction)
      await before?.(operation)
      for (const { id } of jobs) {
        const current = await tx.jobs.get(id)
        if (current?.status === 'pending' && !(await each(operation, current))) left.push(id)
      }
      return left
    })
  /**
   * What becomes of the jobs is known: whoever waits for them is told.
   *
   * @throws BooksBehind after the others are booked
   */
  const finish = async (...booking: Parameters<typeof book>) => {
    const left = await book(...booking)
    for (const { id } of booking[0]) if (!left.includes(id)) settled(id)
    if (left.length > 0) throw new BooksBehind(left)
  }

  const bookReceipt =
    (
      receipt: ChainReceipt,
      {
        events,
        opening,
        state,
      }: { events: Map<string, FoundEvent[]>; opening: KnownOpening | null; state: MeterState | null },
    ) =>
    async (operation: Operation, job: ChainJob): Promise<boolean> => {
      const { settleEverySeconds } = config
      const isSkipped = receipt.events.some(event => event.type === 'skipped' && event.digest === job.digest)
      if (job.kind === 'open') {
        if (receipt.status === 'success') await recordOpening(operation, job, receipt, settleEverySeconds)
        else if (opening) {
          const hash = opening.hash ?? receipt.hash
          await recordOpening(operation, job, { ...opening, hash }, settleEverySeconds)
        } else {
          const subscription = await operation.tx.subscriptions.get(job.subscriptionId)
          if (subscription && isBooked(subscription, job)) await retryOpening(operation, job)
          else await recordFailedOpening(operation, job, { code: 'chain_unavailable', byPayer: true })
        }
      } else if (receipt.status === 'reverted' || isSkipped) {
        await recordRefusal(operation, job, isSkipped ? '' : receipt.hash, state)
      } else {
        const found = events.get(job.id) ?? receipt.events.map(event => ({ hash: receipt.hash, event }))
        return recordSettlement(operation, job, found, settleEverySeconds)
      }
      return true
    }

  /** Log indices of blocks that have vanished are let go of before any is given out anew. */
  const letGo = async ({ tx }: Operation, jobs: ChainJob[]) => {
    for (const { id } of jobs) {
      for (const invoiceId of (await tx.jobs.get(id))?.invoiceIds ?? []) {
        const invoice = await tx.invoices.get(invoiceId)
        if (invoice?.status === 'paid') await tx.invoices.update({ ...invoice, logIndex: null })
      }
    }
  }

  /** Too late for every block to come, and in none of those that count (docs/money.md, rule 38). */
  const isLostOpening = async (job: ChainJob): Promise<boolean> =>
    job.kind === 'open' &&
    (await chain.latestTimestamp()) >= job.terms.openBy &&
    (await chain.meterState(job.digest)).status === 'unknown'

  /** Until the block that said so is too deep to vanish, the opening may yet come back. */
  const bookLoss = async (job: ChainJob) => {
    const place = await newestPlace(chain)
    const ended: string[] = []
    await book([job], [], async (operation, current) => {
      const subscription = await operation.tx.subscriptions.get(current.subscriptionId)
      if (subscription && isBooked(subscription, current))
        ended.push(...(await recordLostOpening(operation, current, subscription)))
      else await recordFailedOpening(operation, current, { code: 'chain_unavailable', byPayer: false })
      if (place) await noteInTrail(operation.tx, mode, chain, place, { job: job.id })
      return true
    })
    for (const id of [job.id, ...ended]) settled(id)
  }

  return {
    collect: async (transactionId, jobs) => {
      const { journalled, attempts } = await storage.read(async tx => {
        const found = await tx.transactions.get(transactionId)
        if (found === null || !chain.history) return { journalled: found, attempts: found ? [found] : [] }
        const { chainId, sender: from, nonce } = found
        return { journalled: found, attempts: await tx.transactions.ofNonce(chainId, from, nonce) }
      })
      if (!journalled) throw new Error(`Job ${jobs[0]?.id} names a transaction that is not in the journal.`)
      const [first] = jobs as [ChainJob]
      const found = await seeker.find(attempts)
      if (typeof found === 'object') {
        const fate = found.status === 'success' ? 'included' : 'reverted'
        const fates = attempts.map(
          (attempt): ChainTransaction => ({
            ...attempt,
            status: attempt.hash === found.hash ? fate : 'replaced',
          }),
        )
        const events = await findEvents(parameters, jobs, found)
        // One that was given up, and came after all, makes the next one revert.
        const opening =
          found.status === 'reverted' && first.kind === 'open' ? await findOpening(chain, first.digest) : null
        const state =
          found.status === 'reverted' && first.kind === 'close' ? await chain.meterState(first.digest) : null
        await finish(jobs, fates, bookReceipt(found, { events, opening, state }), async operation => {
          if (!chain.history) return
          await letGo(operation, jobs)
          await noteInTrail(operation.tx, mode, chain, found, { transaction: transactionId })
        })
        return true
      }
      if (found === 'abandoned') {
        const given = attempts.map((attempt): ChainTransaction => ({ ...attempt, status: 'replaced' }))
        const sendAnew = async ({ tx }: Operation, job: ChainJob) => {
          await tx.jobs.update({ ...job, transactionId: null })
          return true
        }
        await book(jobs, given, sendAnew, operation => letGo(operation, jobs))
        return true
      }
      if (await isLostOpening(first)) {
        await bookLoss(first)
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
      const sent = await sender.recover()
      // The embedded chain has mined it by now; on a real one the block is still to come.
      return chain.embedded && sent > 0
    },
  }
}
