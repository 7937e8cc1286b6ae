import type { UnixMillis } from '@per-second/protocol/time'
import type { WebhookEndpoint } from '../domain/entities.ts'
import { isBackingOff } from '../domain/is-backing-off.ts'
import type { Transaction } from '../storage/storage.ts'

/** Deliveries moved in one unit of work: for a receiver that is away for days there may be hundreds of thousands. */
const MOVED_AT_ONCE = 250

/**
 * Postpones 250 deliveries that are due at an endpoint to which nothing is sent now. The reader of the next due one
 * goes on.
 *
 * @param endpoint null for a deleted endpoint
 * @returns false for an endpoint to which they may be sent
 */
export async function postponeDeliveries(
  { tx, now }: { tx: Transaction; now: UnixMillis },
  id: string,
  endpoint: WebhookEndpoint | null,
): Promise<boolean> {
  const { deliveries } = tx
  if (endpoint === null) await deliveries.removeOf(id, MOVED_AT_ONCE)
  else if (endpoint.status === 'disabled')
    await deliveries.move(id, 'due', { dueAt: null, limit: MOVED_AT_ONCE })
  else if (isBackingOff(endpoint, now))
    await deliveries.move(
      id,
      { before: endpoint.restsUntil },
      { dueAt: endpoint.restsUntil, limit: MOVED_AT_ONCE },
    )
  else return false
  return true
}

/**
 * Makes the postponed deliveries of an endpoint due, 250 of each sort: the next response releases the next 250.
 *
 * @returns its `restsUntil` from now on, or null when all of them are due
 */
export async function resumeDeliveries(
  { tx, now }: { tx: Transaction; now: UnixMillis },
  { id, restsUntil }: WebhookEndpoint,
): Promise<UnixMillis | null> {
  if (restsUntil === null) return null
  const { deliveries } = tx
  const soon = { dueAt: now, limit: MOVED_AT_ONCE }
  const held = await deliveries.move(id, 'heldBack', soon)
  const late = restsUntil > now ? await deliveries.move(id, { at: restsUntil }, soon) : 0
  return Math.max(held, late) === MOVED_AT_ONCE ? restsUntil : null
}

/** Makes 250 tried deliveries due that wait for a retry. The others follow at their own times. */
export async function tryAgain(
  { tx, now }: { tx: Transaction; now: UnixMillis },
  { id, restsUntil }: WebhookEndpoint,
): Promise<void> {
  await tx.deliveries.move(
    id,
    { after: now, except: restsUntil ?? now },
    { dueAt: now, limit: MOVED_AT_ONCE },
  )
}
