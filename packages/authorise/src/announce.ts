import { exactCost } from '@per-second/protocol/money'
import type { CheckoutSession } from '@per-second/protocol/types'
import { returnUrl } from './dom/return-url.ts'
import {
  BillingAuthoriseCancelEvent,
  BillingAuthoriseChangeEvent,
  BillingAuthoriseCompleteEvent,
  BillingAuthoriseErrorEvent,
  BillingAuthoriseReadyEvent,
  BillingAuthoriseSignedInEvent,
} from './events.ts'
import type { Announcement } from './machine/effect.ts'
import { isRetryable, type Problem } from './machine/problem.ts'

/** An event to dispatch, and the address to open unless a listener prevents it. */
export type Told = { event: Event; leaveTo: string | null }

/** The event for the page. Null if there is no session to report. */
export function announce(
  announcement: Announcement,
  session: CheckoutSession | null,
  sentenceOf: (problem: Problem) => string,
): Told | null {
  const stay = (event: Event): Told => ({ event, leaveTo: null })
  if (announcement.type === 'announce_error') {
    const { problem } = announcement
    const { code, cause, field = null } = problem
    const retryable = isRetryable(problem)
    return stay(new BillingAuthoriseErrorEvent(code, sentenceOf(problem), { cause, field, retryable }))
  }
  if (!session) return null
  switch (announcement.type) {
    case 'announce_ready':
      return stay(new BillingAuthoriseReadyEvent(session))
    case 'announce_change': {
      const { durationSeconds } = announcement
      const maximum = exactCost(session.product.rate_usd_per_second, durationSeconds)
      return stay(new BillingAuthoriseChangeEvent(durationSeconds, maximum))
    }
    case 'announce_signed_in':
      return stay(new BillingAuthoriseSignedInEvent(announcement.customer))
    case 'announce_complete':
      return {
        event: new BillingAuthoriseCompleteEvent(session, announcement.foundOnLoad),
        leaveTo: announcement.foundOnLoad ? null : returnUrl(session.success_url, session.id),
      }
    case 'announce_cancel':
      return {
        event: new BillingAuthoriseCancelEvent(session),
        leaveTo: announcement.stays ? null : returnUrl(session.cancel_url, session.id),
      }
  }
}
