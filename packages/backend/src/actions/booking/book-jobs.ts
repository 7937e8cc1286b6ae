import type { ChainJob, Subscription } from '../../domain/entities.ts'
import type { MeterLog } from '../../domain/ledger/read-log.ts'
import { hasBegun, isActive } from '../../domain/meter.ts'
import { newJob } from '../../domain/new-job.ts'
import { closingJob } from '../close-meter.ts'
import type { Operation } from '../operation.ts'

/**
 * Books which chain work is done: what the log shows, by whichever transaction it came.
 *
 * @returns the jobs that are done
 */
export async function bookJobs(
  operation: Operation,
  log: MeterLog,
  jobs: readonly ChainJob[],
): Promise<ChainJob[]> {
  const done: ChainJob[] = []
  for (const job of jobs) {
    const isDone =
      job.kind === 'open'
        ? log.opened !== null
        : log.ending !== null ||
          (job.kind === 'settle' &&
            (log.billedSeconds >= job.toSecond || (await isAmong(operation, job, log.transactions))))
    if (!isDone) continue
    await operation.tx.jobs.update({ ...job, status: 'done' })
    done.push(job)
  }
  return done
}

/** Whether one of the transactions that were signed for a job is among these. */
export async function isAmong(
  { tx }: Operation,
  { transactionId }: ChainJob,
  hashes: ReadonlySet<string>,
): Promise<boolean> {
  if (transactionId === null || hashes.size === 0) return false
  const signed = await tx.transactions.get(transactionId)
  if (signed === null || hashes.has(signed.hash)) return signed !== null
  if (signed.status !== 'replaced') return false
  const attempts = await tx.transactions.ofNonce(signed.chainId, signed.sender, signed.nonce)
  return attempts.some(({ hash }) => hashes.has(hash))
}

/**
 * Sees to it that what is owed is asked for: an opening that was orphaned, the end of a meter that is over or that nobody waits for, and
 * a charge that was announced and is gone. Does nothing where it is on its way.
 *
 * @param jobs the meter's pending ones
 */
export async function ensureWork(
  operation: Operation,
  subscription: Subscription,
  log: MeterLog,
  jobs: readonly ChainJob[],
): Promise<void> {
  const pending = (kind: ChainJob['kind']) => jobs.some(job => job.kind === kind)
  const { endedAt, invoicedSeconds, latestInvoiceId } = subscription
  if (log.opened === null) {
    if (!hasBegun(subscription) || subscription.closed || pending('open')) return
    const opening = { kind: 'open', toSecond: 0, periodEnd: operation.now } as const
    await operation.tx.jobs.insert(newJob(operation, subscription, opening))
    return
  }
  if (log.ending !== null || pending('close')) return
  const isOver = endedAt !== null || !hasBegun(subscription)
  if (isOver && subscription.status !== 'incomplete') await closingJob(operation, subscription)
  else if (isActive(subscription) && invoicedSeconds > log.billedSeconds && !pending('settle')) {
    const latest = latestInvoiceId === null ? null : await operation.tx.invoices.get(latestInvoiceId)
    const periodEnd = latest?.periodEnd ?? operation.now
    const charge = { kind: 'settle', toSecond: invoicedSeconds, periodEnd } as const
    await operation.tx.jobs.insert(newJob(operation, subscription, charge))
  }
}
