import type { CheckoutSession } from '@per-second/protocol/types'
import type { Effect } from './authorise-machine.ts'
import {
  BillingAuthoriseCancelEvent,
  BillingAuthoriseChangeEvent,
  BillingAuthoriseCompleteEvent,
  BillingAuthoriseErrorEvent,
  BillingAuthoriseReadyEvent,
  BillingAuthoriseSignedInEvent,
} from './events.ts'
import type { Problem } from './problem.ts'
import { returnUrl } from './return-url.ts'

/** An event to dispatch, and where the page goes unless a listener prevents it. */
export type Announcement = { event: Event; leaveTo: string | null }

type Wording = { describe(problem: Problem): string; maxEscrowUsd(seconds: number): string }

/** What an announcing effect tells the page; null for effects that announce nothing. */
export function announcement(
  effect: Effect,
  session: CheckoutSession | null,
  { describe, maxEscrowUsd }: Wording,
): Announcement | null {
  if (effect.type === 'announce_error') {
    const event = new BillingAuthoriseErrorEvent(effect.problem.code, describe(effect.problem))
    return { event, leaveTo: null }
  }
  if (!session) return null
  switch (effect.type) {
    case 'announce_ready':
      return { event: new BillingAuthoriseReadyEvent(session), leaveTo: null }
    case 'announce_change': {
      const { durationSeconds } = effect
      return {
        event: new BillingAuthoriseChangeEvent(durationSeconds, maxEscrowUsd(durationSeconds)),
        leaveTo: null,
      }
    }
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
