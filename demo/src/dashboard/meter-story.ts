import type { BillingClient, Subscription } from '@per-second/client'
import { type EventWords, eventWords } from './event-words.ts'

/** One thing that happened to a meter, for people, and the event that tells of it. */
export type Moment = Pick<EventWords, 'text' | 'amount' | 'txHash'> & { at: number; event: string }

/** Events are looked through back to the meter's own beginning, and no farther than this. */
const MOST_EVENTS = 1_000

/** The history of a meter, newest first, by the service's events. */
export async function meterStory(billing: BillingClient, meter: Subscription): Promise<Moment[]> {
  const moments: Moment[] = []
  let seen = 0
  for await (const event of billing.events.list({ limit: 100 })) {
    seen += 1
    if (seen > MOST_EVENTS || event.created < meter.created) break
    const { text, amount, txHash, meter: about } = eventWords(event)
    if (about === meter.id) moments.push({ at: event.created, event: event.id, text, amount, txHash })
  }
  return moments
}
