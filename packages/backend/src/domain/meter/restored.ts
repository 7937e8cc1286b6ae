import type { UnixMillis } from '@per-second/protocol/time'
import type { Subscription } from '../entities.ts'
import { type InputOf, type MeterBooks, type MeterContext, withSubscription } from './books.ts'
import { isActive, runningMillis } from './clock.ts'
import { scheduled } from './requests.ts'

/**
 * A meter of a restored backup keeps the seconds that it has certainly run (docs/money.md, rule 68). A pause that its
 * maximum has lifted is announced as `subscription.resumed`. A receiver that got the pause sees the meter run again,
 * and end.
 */
export function restored(
  books: MeterBooks,
  { asOf }: InputOf<'restored'>,
  context: MeterContext,
): MeterBooks {
  const fields = restoredMeter(books.subscription, asOf, context.now)
  return fields === null ? books : scheduled(withSubscription(books, fields), context)
}

/**
 * The fields of a meter that has run for the seconds in the backup, or for those that the escrow has charged since,
 * whichever is more. A meter that may have been paused since the backup is paused from the instant at which it had run
 * that much. A meter that cannot be paused has run all the time.
 *
 * @param asOf the last instant of which the backup knows
 * @returns null where no field differs
 */
export function restoredMeter(
  meter: Subscription,
  asOf: UnixMillis,
  now: UnixMillis,
): Pick<Subscription, 'status' | 'resumesAs' | 'startedAt' | 'pausedAt' | 'pausedBy'> | null {
  const { status, loggedSeconds, allowPause, startedAt, pausedAt, pausedBy, pausedMillis } = meter
  const charged = loggedSeconds * 1_000
  const mayRun = isActive(meter) || (status === 'pending_start' && charged > 0)
  if (!mayRun) return null
  const counted = Math.max(charged, runningMillis(meter, allowPause ? Math.min(asOf, now) : now))
  const isOver = counted >= meter.maxDurationSeconds * 1_000
  const stands = allowPause && !isOver
  const running = runningMillis(meter, now)
  // A meter that was paused later than the backup knows has run more than is certain.
  const isSo = isOver ? running >= counted : running === counted
  if (isSo && stands === (pausedAt !== null)) return null
  const ran = pausedMillis + counted
  const began = Math.min(startedAt ?? now, now - ran)
  const goesOn = stands ? 'paused' : 'running'
  return {
    ...(status === 'past_due' ? { status, resumesAs: goesOn } : { status: goesOn, resumesAs: null }),
    startedAt: began,
    pausedAt: stands ? began + ran : null,
    pausedBy: stands ? (pausedBy ?? 'merchant') : null,
  }
}
