import type { ChainReceipt } from '../chain/chain.ts'
import type { ChainJob, ChainTransaction, Invoice } from '../domain/entities.ts'
import type { Operation } from '../domain/operation.ts'
import { noteInTrail } from './block-trail.ts'
import type { LaneParameters } from './chain-lane.ts'
import { findEvents } from './find-events.ts'
import { findOpening, type KnownOpening } from './find-opening.ts'
import { createReceiptSeeker } from './find-receipt.ts'
import { recordLostOpening, retryOpening } from './lost-opening.ts'
import { isBooked, recordFailedOpening, recordOpening } from './opening-record.ts'
import { invoicePaidBy } from './paid-invoices.ts'
import { type FoundEvent, recordRefusal, recordSettlement, takeBack } from './settlement-record.ts'

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
  const { storage, clock, newId, mode, chain, sender, config, settled } = parameters
  const patience = chain.embedded ? RESEND_EMBEDDED_MILLIS : (parameters.waits?.resend ?? RESEND_MILLIS)
  const seeker = createReceiptSeeker(chain, patience)
  // The embedded chain answers with the block: what has no receipt there was not sent.
  let resendAt = chain.embedded ? 0 : null
  let missing = false

  /** Books on the jobs as they are now, all in one unit with the transaction's fate. */
  const book = async (
    jobs: ChainJob[],
    transactions: ChainTransaction[],
    each: (operation: Operation, job: ChainJob) => Promise<void>,
    before?: (operation: Operation) => Promise<void>,
  ) => {
    await storage.unitOfWork(async tx => {
      const operation: Operation = { tx, now: clock.now(), newId }
      for (const transaction of transactions) await tx.transactions.update(transaction)
      await before?.(operation)
      for (const { id } of jobs) {
        const current = await tx.jobs.get(id)
        if (current?.status === 'pending') await each(operation, current)
      }
    })
  }
  /** What becomes of the jobs is known: whoever waits for them is told. */
  const finish: typeof book = async (jobs, transactions, each, before) => {
    await book(jobs, transactions, each, before)
    for (const job of jobs) settled(job.id)
  }

  const bookReceipt =
    (
      receipt: ChainReceipt,
      {
        events,
        earlier,
        opening,
      }: {
        events: Map<string, FoundEvent[]>
        earlier: Map<string, Invoice>
        opening: KnownOpening | null
      },
    ) =>
    async (operation: Operation, job: ChainJob) => {
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
          else await recordFailedOpening(operation, job, { code: 'chain_unavailable', reverted: true })
        }
      } else if (receipt.status === 'reverted' || isSkipped) {
        const hash = isSkipped ? '' : receipt.hash
        await undoBooked(operation, job, earlier.get(job.id) ?? null, hash)
        await recordRefusal(operation, job, hash)
      } else {
        const found = events.get(job.id) ?? receipt.events.map(event => ({ hash: receipt.hash, event }))
        await recordSettlement(operation, job, found, settleEverySeconds, earlier.get(job.id))
      }
    }

  /** What jobs paid in a block that has vanished. Log indices are let go of first: they are about to be given out anew. */
  const lookBack = async (
    operation: Operation,
    jobs: ChainJob[],
    attempts: ChainTransaction[],
    earlier: Map<string, Invoice>,
  ) => {
    const { tx } = operation
    const hashes = attempts.map(({ hash }) => hash)
    for (const job of jobs) {
      const subscription = await tx.subscriptions.get(job.subscriptionId)
      if (job.kind === 'open' || subscription?.digest !== job.digest) continue
      const invoice = await invoicePaidBy(tx, subscription, hashes)
      if (invoice === null) continue
      earlier.set(job.id, invoice)
      await tx.invoices.update({ ...invoice, logIndex: null })
    }
  }

  /** Too late for every block to come, and in none of those that count (protocol rules, section 4). */
  const isLostOpening = async (job: ChainJob): Promise<boolean> =>
    job.kind === 'open' &&
    (await chain.latestTimestamp()) >= job.terms.openBy &&
    (await chain.meterState(job.digest)).status === 'unknown'

  const bookLoss = async (job: ChainJob) => {
    const ended: string[] = []
    await book([job], [], async (operation, current) => {
      const subscription = await operation.tx.subscriptions.get(current.subscriptionId)
      if (subscription && isBooked(subscription, current))
        ended.push(...(await recordLostOpening(operation, current, subscription)))
      else await recordFailedOpening(operation, current, { code: 'chain_unavailable', reverted: false })
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
        const earlier = new Map<string, Invoice>()
        // One that was given up, and came after all, makes the next one revert.
        const opening =
          found.status === 'reverted' && first.kind === 'open' ? await findOpening(chain, first.digest) : null
        await finish(jobs, fates, bookReceipt(found, { events, earlier, opening }), async operation => {
          if (!chain.history) return
          await lookBack(operation, jobs, attempts, earlier)
          await noteInTrail(operation.tx, mode, chain, found, { transaction: transactionId })
        })
        return true
      }
      if (found === 'abandoned') {
        const given = attempts.map((attempt): ChainTransaction => ({ ...attempt, status: 'replaced' }))
        await book(jobs, given, ({ tx }, job) => tx.jobs.update({ ...job, transactionId: null }))
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

/** What the job did in a block that has vanished is refused in the one that came instead. */
async function undoBooked(
  operation: Operation,
  job: ChainJob,
  earlier: Invoice | null,
  hash: '' | `0x${string}`,
): Promise<void> {
  const { tx } = operation
  const subscription = await tx.subscriptions.get(job.subscriptionId)
  if (subscription?.digest !== job.digest) return
  const reopened =
    job.kind === 'close' && subscription.closed
      ? { ...subscription, closed: false, refunded: 0n }
      : subscription
  const next = earlier ? await takeBack(operation, reopened, earlier, hash) : reopened
  if (next !== subscription) await tx.subscriptions.update(next)
}
