import type { CheckoutSession } from '@per-second/protocol/types'
import type { Effect } from './authorise-effect.ts'
import {
  BillingAuthoriseCancelEvent,
  BillingAuthoriseCompleteEvent,
  BillingAuthoriseSignedInEvent,
} from './events.ts'
import { returnUrl } from './return-url.ts'

/** An event to dispatch, and where the page goes unless a listener prevents it. */
export type Announcement = { event: Event; leaveTo: string | null }

/** What an effect beyond the first screen tells the page; null for effects that announce nothing. */
export function announcement(effect: Effect, session: CheckoutSession | null): Announcement | null {
  if (!session) return null
  switch (effect.type) {
    case 'announce_signed_in':
      return { event: new BillingAuthoriseSignedInEvent(effect.customer), leaveTo: null }
    case 'announce_complete':
      return {
        event: new BillingAuthoriseCompleteEvent(session, effect.foundOnLoad),
        leaveTo: effect.foundOnLoad ? null : returnUrl(session.success_url, session.id),
      }
    case 'announce_cancel':
      return {
        event: new BillingAuthoriseCancelEvent(session),
        leaveTo: returnUrl(session.cancel_url, session.id),
      }
    default:
      return null
  }
}
