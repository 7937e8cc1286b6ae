import type { BillingEvent } from '@per-second/client'

const MOST = 20

/** The newest events, newest first, with one that came after them; one that is there already changes nothing. */
export function withEvent(events: BillingEvent[], event: BillingEvent): BillingEvent[] {
  return events.some(({ id }) => id === event.id) ? events : [event, ...events].slice(0, MOST)
}
