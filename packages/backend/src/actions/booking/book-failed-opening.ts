import type { ErrorCode } from '@per-second/protocol/errors'
import type { ChainJob } from '../../domain/entities.ts'
import type { Operation } from '../operation.ts'

/**
 * Books that an opening will not happen: the session is free again, its tokens end, and the subscriber may hand in the same signature
 * or prepare anew.
 *
 * @param failure.byPayer whether it was the payer's doing, and counts against them, be it that it cost gas or not
 */
export async function bookFailedOpening(
  operation: Operation,
  job: ChainJob,
  failure: { code: ErrorCode; byPayer: boolean },
): Promise<void> {
  const { tx, now } = operation
  await tx.jobs.update({ ...job, status: 'failed', failure: failure.code })
  const subscription = await tx.subscriptions.get(job.subscriptionId)
  if (subscription === null || (await isOpening(operation, job))) return
  await tx.subscriptions.update({
    ...subscription,
    status: 'incomplete_expired',
    signature: null,
    openingTxHash: null,
    openingsFailed: subscription.openingsFailed + (failure.byPayer ? 1 : 0),
  })
  const session = await tx.sessions.get(subscription.sessionId)
  if (session?.subscriptionId !== subscription.id) return
  await tx.tokens.revokeOfSession(session.id, now)
  await tx.sessions.update({
    ...session,
    customerId: null,
    subscriptionId: null,
    maxDurationSeconds: session.capFixed ? session.maxDurationSeconds : null,
    openingInFlight: false,
  })
}

/** The same signature was accepted once more meanwhile. */
async function isOpening({ tx }: Operation, { id, subscriptionId }: ChainJob): Promise<boolean> {
  const pending = await tx.jobs.pendingOf(subscriptionId)
  return pending.some(other => other.kind === 'open' && other.id !== id)
}
