import type { UnixMillis } from '@per-second/protocol/time'
import { endIfOver } from '../actions/close-meter.ts'
import type { BillingOperation } from '../actions/operation.ts'
import { expireSession } from '../actions/sessions.ts'
import type { CheckoutSession, Subscription } from '../domain/entities.ts'
import { totalsAfter } from '../domain/ledger/totals-after.ts'
import { instantOfSecond, isTicking } from '../domain/meter.ts'
import { newJob } from '../domain/new-job.ts'
import { schedule, scheduledSecond } from '../domain/schedule.ts'
import type { Transaction } from '../storage/storage.ts'
import type { WorkDeps } from './work-deps.ts'

/** Rows handled in one unit of work. */
const CHUNK = 200

/**
 * Handles everything that has fallen due by now, in time order: caps, time-outs, scheduled settlements and session expiries.
 * Leaves chain work as jobs; running it twice, or late, changes nothing.
 *
 * @param since where an advance of the clock began: what falls due on its way is booked as of the instant it falls due, and what is
 *   older as of `since`; without an advance all of it is booked as of now
 */
export async function runDue(deps: WorkDeps, since: UnixMillis = deps.clock.now()): Promise<void> {
  const { storage, clock, newId, policy } = deps
  for (;;) {
    const now = clock.now()
    if ((await storage.read(tx => dueBy(tx, now, 1))).length === 0) return
    const handled = await storage.unitOfWork(async tx => {
      const queue = await dueBy(tx, now, CHUNK)
      const found = queue.length
      const ids = queue.flatMap(({ subscription }) => subscription?.id ?? [])
      const busy = new Set((await tx.jobs.pendingOfMany(ids)).map(job => job.subscriptionId))
      for (let item = queue.shift(); item; item = queue.shift()) {
        const operation: BillingOperation = {
          ...{ tx, newId, policy },
          now: Math.min(Math.max(item.instant, since), now),
        }
        if (item.session) await expireSession(operation, item.session)
        else {
          const subscription = await handleDue(operation, item.subscription, busy)
          if (subscription.dueAt === null || subscription.dueAt > now) continue
          queue.push({ instant: subscription.dueAt, subscription, session: null })
          queue.sort(byInstant)
        }
      }
      return found
    })
    if (handled < CHUNK) return
  }
}

type Due = { instant: UnixMillis } & (
  | { subscription: Subscription; session: null }
  | { subscription: null; session: CheckoutSession }
)

async function dueBy(tx: Transaction, now: UnixMillis, limit: number): Promise<Due[]> {
  const subscriptions = await tx.subscriptions.due(now, limit)
  const sessions = await tx.sessions.expired(now, limit)
  return [
    ...subscriptions.map(subscription => ({
      instant: subscription.dueAt ?? now,
      subscription,
      session: null,
    })),
    ...sessions.map(session => ({ instant: session.expiresAt, subscription: null, session })),
  ].sort(byInstant)
}

function byInstant(a: Due, b: Due): number {
  return a.instant - b.instant
}

async function handleDue(
  operation: BillingOperation,
  subscription: Subscription,
  busy: Set<string>,
): Promise<Subscription> {
  const ended = await endIfOver(operation, subscription)
  if (ended) return ended.subscription
  if (isTicking(subscription)) await askForSettlement(operation, subscription, busy)
  const next = schedule(subscription, operation)
  await operation.tx.subscriptions.update(next)
  return next
}

/**
 * Asks for the settlement up to the last scheduled second. One that would charge nothing, or less than the policy
 * asks for, is skipped and its seconds carry; while an earlier one is still owed, that one is retried instead.
 *
 * @param busy meters that have a pending job
 */
async function askForSettlement(
  operation: BillingOperation,
  subscription: Subscription,
  busy: Set<string>,
): Promise<void> {
  const { policy } = operation
  const toSecond = scheduledSecond(subscription, operation)
  const periodEnd = instantOfSecond(subscription, toSecond)
  if (periodEnd === null || toSecond <= subscription.billedSeconds) return
  const gross = totalsAfter(subscription.terms, toSecond).gross - subscription.settledGross
  if (gross <= 0n || gross < policy.minSettlement) return
  if (busy.has(subscription.id)) return
  busy.add(subscription.id)
  await operation.tx.jobs.insert(newJob(operation, subscription, { kind: 'settle', toSecond, periodEnd }))
}
