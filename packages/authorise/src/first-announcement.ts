import { exactCost } from '@per-second/protocol/money'
import type { CheckoutSession } from '@per-second/protocol/types'
import type { Announcement } from './announcement.ts'
import type { Effect } from './authorise-effect.ts'
import {
  BillingAuthoriseChangeEvent,
  BillingAuthoriseErrorEvent,
  BillingAuthoriseReadyEvent,
} from './first-events.ts'
import type { Problem } from './problem.ts'

/** What an effect of the first screen tells the page; null for every other. */
export function firstAnnouncement(
  effect: Effect,
  session: CheckoutSession | null,
  sentenceOf: (problem: Problem) => string,
): Announcement | null {
  if (effect.type === 'announce_error') {
    const event = new BillingAuthoriseErrorEvent(effect.problem.code, sentenceOf(effect.problem))
    return { event, leaveTo: null }
  }
  if (effect.type === 'announce_ready' && session) {
    return { event: new BillingAuthoriseReadyEvent(session), leaveTo: null }
  }
  if (effect.type === 'announce_change' && session) {
    const maximum = exactCost(session.product.rate_usd_per_second, effect.durationSeconds)
    return { event: new BillingAuthoriseChangeEvent(effect.durationSeconds, maximum), leaveTo: null }
  }
  return null
}
