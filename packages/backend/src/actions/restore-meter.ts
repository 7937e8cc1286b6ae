import type { UnixMillis } from '@per-second/protocol/time'
import type { Subscription } from '../domain/entities.ts'
import { isActive } from '../domain/meter.ts'
import { restoredMeter } from '../domain/restored-meter.ts'
import { schedule } from '../domain/schedule.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import { countActive } from './close-meter.ts'
import type { BillingOperation } from './operation.ts'
import { recordEvent } from './record-event.ts'

/**
 * Leaves a meter of a restored backup with what it has certainly run (docs/money.md, rule 68), and says what has changed.
 *
 * @param asOf the last instant of which the backup knows
 * @returns the meter as it is now; null where nothing had to change
 */
export async function restoreMeter(
  operation: BillingOperation,
  found: Subscription,
  asOf: UnixMillis,
): Promise<Subscription | null> {
  const { tx, now } = operation
  const restored = restoredMeter(found, asOf, now)
  if (restored === null) return null
  const meter = schedule({ ...found, ...restored }, operation)
  await tx.subscriptions.update(meter)
  if (!isActive(found)) await countActive(operation, meter, 1)
  const announce = (type: 'subscription.started' | 'subscription.paused') =>
    recordEvent(operation, meter, type, presentSubscription(meter, now))
  if (found.startedAt === null) await announce('subscription.started')
  if (found.pausedAt === null && meter.pausedAt !== null) await announce('subscription.paused')
  return meter
}
