import type { CheckoutSession, PreparedAuthorisation } from '@per-second/protocol/types'
import type { Effect, Transition } from '../authorise-effect.ts'
import type { Event, Kept } from '../authorise-event.ts'
import { type Checkout, checkoutOf, isDurationEditable, type State } from '../authorise-state.ts'
import { type DurationEdit, isDurationAllowed } from '../duration/duration-draft.ts'
import { checkoutFrom, withDuration } from '../first-transition.ts'
import { isOfSession } from '../is-of-session.ts'
import type { KeptSignIn } from '../token-store.ts'
import { complete, expired, opening, withCheckout } from './next-states.ts'

export function loaded(event: Extract<Event, { type: 'session_loaded' }>): Transition {
  const { session } = event
  const resume = event.resume && keptForSession(event.resume, session)
  const found = checkoutFrom(session, { ...event, resume })
  const [checkout, told] = session.status === 'open' ? withDraft(found, event) : [found, []]
  const ready: Effect = { type: 'announce_ready' }
  if (session.status === 'expired') return [{ phase: 'expired', checkout }, [ready]]
  if (session.status === 'complete') {
    const [state, effects] = complete(
      { ...checkout, customer: resume?.token ? resume.customer : null },
      null,
      true,
    )
    return [state, [ready, ...effects]]
  }
  if (!resume) return [{ phase: 'choosing', checkout, wallets: 'unasked' }, [ready, ...told]]
  if (resume.signature && resume.token) {
    const [state, effects] = opening({ ...checkout, customer: resume.customer }, resume.signature)
    return [state, [ready, ...effects]]
  }
  // Without a token a signature waits for the next sign-in of its account.
  const undecided = resume.signature !== null
  return [
    { phase: 'choosing', checkout: { ...checkout, undecided }, wallets: 'looking' },
    [ready, ...told, { type: 'reconnect', signIn: resume }],
  ]
}

/** Without what was signed for other terms than the session has by now: given up or prepared anew in another tab. */
function keptForSession(kept: KeptSignIn, session: CheckoutSession): KeptSignIn {
  return isOfSession(kept, session) ? kept : { ...kept, terms: null, signature: null, txHash: null }
}

/** What was entered before a reload is there again, and told like any other choice. What is signed stays as it was signed. */
function withDraft(checkout: Checkout, { draft, resume }: Kept): [Checkout, Effect[]] {
  if (!draft) return [checkout, []]
  const entered = { ...checkout, email: draft.email }
  if (checkout.capFixed || resume?.signature) return [entered, []]
  const [inUnit] = withDuration(entered, { unit: draft.unit })
  return withDuration(inUnit, { amount: draft.amount })
}

/** Another tab, or the service's clock, may have moved the session on. */
export function sessionRead(state: State, session: CheckoutSession): Transition {
  const checkout = checkoutOf(state)
  if (!checkout || checkout.session.id !== session.id || checkout.session.status === 'complete')
    return [state, []]
  if (session.status === 'complete') return complete({ ...checkout, session }, null, false)
  if (session.status === 'expired' && state.phase !== 'expired') return expired({ ...checkout, session })
  return [state, []]
}

export function durationEdited(state: State, edit: DurationEdit): Transition {
  const checkout = checkoutOf(state)
  if (!checkout || checkout.capFixed || !isDurationEditable(state)) return [state, []]
  const [next, effects] = withDuration(checkout, edit)
  const { duration } = next
  const same = duration.seconds === checkout.duration.seconds
  const reviews = state.phase === 'reviewing' || (state.phase === 'error' && state.retry === 'authorise')
  if (!reviews) return [{ ...state, checkout: next } as State, effects]
  if (!same && isDurationAllowed(duration)) {
    effects.push({ type: 'prepare', maxDurationSeconds: duration.seconds })
  }
  return [
    same && state.phase === 'error' ? { ...state, checkout: next } : { phase: 'reviewing', checkout: next },
    effects,
  ]
}

export function prepared(state: State, answer: PreparedAuthorisation): Transition {
  if (state.phase !== 'reviewing' && state.phase !== 'signing') return [state, []]
  if (answer.terms.max_seconds !== state.checkout.duration.seconds) return [state, []]
  return withCheckout(state, {
    prepared: { terms: answer.terms, subscription: answer.subscription.id, signBy: answer.sign_by },
    payee: state.checkout.payee ?? answer.terms.merchant,
  })
}
