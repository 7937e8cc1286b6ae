import type { Logger } from 'pino'
import { endIfOver } from '../domain/close-meter.ts'
import type { Subscription } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import { dueAfter, elapsedSeconds, instantOfSecond, isTicking } from '../domain/meter.ts'
import type { Operation } from '../domain/operation.ts'
import { schedule } from '../domain/schedule.ts'
import { expireSession } from '../domain/sessions.ts'
import type { ServiceClock } from '../service-clock.ts'
import type { ServiceConfig } from '../service-config.ts'
import type { Storage } from '../storage/storage.ts'

/** Rows handled in one unit of work. */
const CHUNK = 200

/**
 * Handles everything that has fallen due by now: caps, time-outs, scheduled settlements and session expiries. Leaves chain work as
 * jobs; running it twice, or late, changes nothing.
 */
export async function runDue(deps: {
  storage: Storage
  clock: ServiceClock
  newId: (prefix: IdPrefix) => string
  config: Pick<ServiceConfig, 'settleEverySeconds'>
  log: Logger
}): Promise<void> {
  const { storage, clock, newId, config } = deps
  for (;;) {
    const now = clock.now()
    const idle = await storage.read(
      async tx =>
        (await tx.subscriptions.due(now, 1)).length + (await tx.sessions.expired(now, 1)).length === 0,
    )
    if (idle) return
    await storage.unitOfWork(async tx => {
      const operation: Operation = { tx, now, newId }
      for (const subscription of await tx.subscriptions.due(now, CHUNK)) {
        await handleDue(operation, subscription, config.settleEverySeconds)
      }
      for (const session of await tx.sessions.expired(now, CHUNK)) await expireSession(operation, session)
    })
  }
}

async function handleDue(
  operation: Operation,
  subscription: Subscription,
  settleEverySeconds: number,
): Promise<void> {
  if (await endIfOver(operation, subscription)) return
  if (isTicking(subscription)) await scheduleSettlement(operation, subscription, settleEverySeconds)
  await operation.tx.subscriptions.update(schedule(subscription, operation.now, settleEverySeconds))
}

/**
 * Asks for the settlement up to the last scheduled second. One whose gross is 0 is skipped and its seconds carry; while an earlier
 * one is still owed, that one is retried instead.
 */
async function scheduleSettlement(
  operation: Operation,
  subscription: Subscription,
  settleEverySeconds: number,
): Promise<void> {
  const { tx, now, newId } = operation
  const elapsed = elapsedSeconds(subscription, now)
  const toSecond = Math.floor(elapsed / settleEverySeconds) * settleEverySeconds
  const periodEnd = instantOfSecond(subscription, toSecond)
  if (periodEnd === null || toSecond <= subscription.billedSeconds) return
  if (dueAfter(subscription, toSecond) <= subscription.settledGross) return
  if ((await tx.jobs.pendingOf(subscription.id)).length > 0) return
  await tx.jobs.insert({
    id: newId('job_'),
    mode: subscription.mode,
    kind: 'settle',
    subscriptionId: subscription.id,
    digest: subscription.digest,
    terms: subscription.terms,
    signature: null,
    toSecond,
    periodEnd,
    status: 'pending',
    transactionId: null,
    attempts: 0,
    failure: null,
    notBefore: now,
    created: now,
  })
}
