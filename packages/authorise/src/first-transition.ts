import type { CheckoutSession } from '@per-second/protocol/types'
import type { Effect, Transition } from './authorise-effect.ts'
import type { Event } from './authorise-event.ts'
import type { Checkout, State } from './authorise-state.ts'
import {
  DEFAULT_DURATION_SECONDS,
  type DurationEdit,
  draftFromSeconds,
  editDuration,
  isDurationAllowed,
} from './duration/duration-draft.ts'
import { isUnreachable } from './is-unreachable.ts'
import type { KeptSignIn } from './token-store.ts'

/**
 * The part of the machine that a first visit needs before anything is pressed: loading, choosing how long, and the step to the
 * wallets. Null where the rest of the machine has to decide; what it does decide, it decides for good.
 */
export function firstTransition(state: State, event: Event): Transition | null {
  switch (event.type) {
    case 'session_requested':
      return event.sessionId === null
        ? [{ phase: 'loading', sessionId: null }, [{ type: 'abort_flow' }]]
        : loading(event.sessionId, [{ type: 'abort_flow' }])
    case 'session_loaded': {
      const { session, resume, draft } = event
      if (state.phase !== 'loading') return [state, []]
      if (session.status !== 'open' || resume || draft) return null
      const checkout = checkoutFrom(session, event)
      return [{ phase: 'choosing', checkout, wallets: 'unasked' }, [{ type: 'announce_ready' }]]
    }
    case 'session_read':
      return event.session.status === 'open' ? [state, []] : null
    case 'duration_edited': {
      if (state.phase !== 'choosing' || state.checkout.session.status !== 'open') return null
      if (state.checkout.capFixed) return [state, []]
      const [checkout, effects] = withDuration(state.checkout, event.edit)
      return [{ ...state, checkout }, effects]
    }
    case 'connect_pressed':
      return state.phase === 'choosing' && state.wallets === 'unasked' ? discover(state.checkout) : null
    case 'failed':
      return failed(state, event)
    case 'retry_pressed':
      if (state.phase === 'unavailable') return loading(state.sessionId)
      return state.phase === 'error' && state.retry === 'discover' ? discover(state.checkout) : null
    case 'back_online':
      if (state.phase === 'error') return null
      return state.phase === 'unavailable' && isUnreachable(state.problem)
        ? loading(state.sessionId)
        : [state, []]
    case 'page_restored':
      return state.phase === 'complete' || 'slow' in state ? null : [state, []]
    default:
      return null
  }
}

function loading(sessionId: string, before: Effect[] = []): Transition {
  return [{ phase: 'loading', sessionId }, [...before, { type: 'load', sessionId }]]
}

function discover(checkout: Checkout): Transition {
  return [{ phase: 'choosing', checkout, wallets: 'looking' }, [{ type: 'discover' }]]
}

function failed(state: State, { problem }: Extract<Event, { type: 'failed' }>): Transition | null {
  const announce: Effect = { type: 'announce_error', problem }
  if (state.phase === 'loading') {
    return state.sessionId === null
      ? [state, []]
      : [{ phase: 'unavailable', sessionId: state.sessionId, problem }, [announce]]
  }
  if (state.phase !== 'choosing') return null
  const checkout = { ...state.checkout, notice: null }
  return [{ phase: 'error', checkout, problem, retry: 'discover', wallet: null, signature: null }, [announce]]
}

/** What is known of a checkout when its session arrives. */
export function checkoutFrom(
  session: CheckoutSession,
  { chain, resume, capChosen }: { chain: Checkout['chain']; resume: KeptSignIn | null; capChosen: boolean },
): Checkout {
  const cap = session.max_duration_seconds
  return {
    session,
    chain,
    // Prepare writes the subscriber's choice where the merchant's would stand; only this tab knows that it was a choice.
    capFixed: cap !== null && !capChosen,
    duration: draftFromSeconds(cap ?? DEFAULT_DURATION_SECONDS),
    email: '',
    emailRefused: false,
    connection: null,
    customer: null,
    prepared: resume?.terms
      ? { terms: resume.terms, subscription: resume.subscription ?? null, signBy: resume.terms.open_by }
      : null,
    payee: null,
    signature: resume?.signature ?? null,
    accountKind: resume?.accountKind ?? null,
    txHash: resume?.txHash ?? null,
    balance: null,
    notice: resume?.asked ? 'asked_before' : null,
    shortfall: null,
  }
}

/** The checkout after an edit, and what there is to tell about it: only another length that may be chosen. */
export function withDuration(checkout: Checkout, edit: DurationEdit): [Checkout, Effect[]] {
  const duration = editDuration(checkout.duration, edit)
  const same = duration.seconds === checkout.duration.seconds
  const told = !same && isDurationAllowed(duration)
  return [
    { ...checkout, duration, prepared: same ? checkout.prepared : null },
    told ? [{ type: 'announce_change', durationSeconds: duration.seconds }] : [],
  ]
}
