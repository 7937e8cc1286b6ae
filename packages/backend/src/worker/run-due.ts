import type { UnixMillis } from '@per-second/protocol/time'
import { loadBooks } from '../actions/meter/load-books.ts'
import { type MeterChange, saveBooks } from '../actions/meter/save-books.ts'
import { stepMeter } from '../actions/meter/step-meter.ts'
import { expireSession } from '../actions/sessions.ts'
import type { CheckoutSession, Subscription } from '../domain/entities.ts'
import type { MeterBooks } from '../domain/meter/books.ts'
import type { Transaction } from '../storage/storage.ts'
import type { WorkDeps } from './work-deps.ts'

/** Rows handled in one unit of work. */
const CHUNK = 200

/**
 * Does all work that has fallen due by now, in time order: maximum durations, time-outs, scheduled settlements and
 * session expiries. Leaves chain work as jobs. A second or late run changes nothing.
 *
 * @param since where an advance of the clock began. Work that falls due on its way is booked as of its due instant, and
 * older work as of `since`. Without an advance all of it is booked as of now
 */
export async function runDue(deps: WorkDeps, since: UnixMillis = deps.clock.now()): Promise<void> {
  const { storage, clock, newId, policy } = deps
  for (;;) {
    const now = clock.now()
    if ((await storage.read(tx => dueBy(tx, now, 1))).length === 0) return
    const handled = await storage.unitOfWork(async tx => {
      const queue = await dueBy(tx, now, CHUNK)
      const found = queue.length
      const meters = queue.flatMap(({ subscription }) => subscription ?? [])
      const books = new Map((await loadBooks(tx, meters)).map(each => [each.subscription.id, each]))
      let changes: MeterChange[] = []
      const at = (instant: UnixMillis) => ({ tx, newId, policy, now: instant })
      const save = async () => {
        await saveBooks(at(now), changes)
        changes = []
      }
      for (let item = queue.shift(); item; item = queue.shift()) {
        const operation = at(Math.max(item.instant, since))
        if (item.session) {
          // Events of meters and sessions keep the order of time.
          await save()
          await expireSession(operation, item.session)
          continue
        }
        const { id } = item.subscription
        const { change } = await stepMeter(operation, books.get(id) as MeterBooks, { type: 'due' })
        changes.push(change)
        books.set(id, change.after)
        const { subscription } = change.after
        if (subscription.dueAt === null || subscription.dueAt > now) continue
        queue.push({ instant: subscription.dueAt, subscription, session: null })
        queue.sort(byInstant)
      }
      await save()
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
