import type { Effect, Transition } from '../authorise-effect.ts'
import type { Event } from '../authorise-event.ts'
import type { Checkout, State } from '../authorise-state.ts'
import type { KeptSignIn } from '../token-store.ts'
import { complete, opening, reviewing, signIn, signingIn, withCheckout } from './next-states.ts'

export function emailEdited(state: State, email: string): Transition {
  if (state.phase === 'signing_in' && state.step === 'idle') {
    return withCheckout(state, { email, emailRefused: false })
  }
  if (state.phase === 'error' && state.retry === 'sign_in') {
    return signingIn({ ...state.checkout, email, emailRefused: false }, state.checkout.notice)
  }
  return [state, []]
}

export function signInPressed(state: State): Transition {
  if (state.phase !== 'signing_in' || state.step !== 'idle') return [state, []]
  if (!isEmail(state.checkout.email)) return withCheckout(state, { emailRefused: true })
  return signIn(state.checkout)
}

export function signedIn(
  state: State,
  { customer, session, kept, isFree }: Omit<Extract<Event, { type: 'signed_in' }>, 'type'>,
): Transition {
  if (state.phase !== 'signing_in') return [state, []]
  const checkout: Checkout = { ...state.checkout, customer, notice: null, ...signedBefore(kept) }
  if (isFree) checkout.undecided = false
  const announce: Effect = { type: 'announce_signed_in', customer }
  const wasComplete = state.checkout.session.status === 'complete'
  const isComplete = session.status === 'complete'
  const [next, effects] = isComplete
    ? complete({ ...checkout, session }, null, wasComplete, wasComplete ? [] : undefined)
    : checkout.signature
      ? opening(checkout, checkout.signature)
      : reviewing(checkout)
  return [next, [announce, ...effects]]
}

/** What this account signed here before its token ran out; of another account's nothing is taken over. */
function signedBefore(kept: KeptSignIn | undefined): Partial<Checkout> {
  if (!kept?.terms) return { prepared: null, signature: null, txHash: null }
  const { terms, subscription = null, signature, txHash, accountKind = null } = kept
  return { prepared: { terms, subscription, signBy: terms.open_by }, signature, txHash, accountKind }
}

/** The token is no longer good. The wallet is still there, so only the sign-in is asked for again. */
export function signedOut(state: State): Transition {
  if (state.phase === 'complete') {
    return [{ ...state, checkout: { ...state.checkout, customer: null }, control: 'idle' }, []]
  }
  if (state.phase !== 'reviewing' && state.phase !== 'signing' && state.phase !== 'opening')
    return [state, []]
  const checkout: Checkout = { ...state.checkout, customer: null, prepared: null }
  if (checkout.connection) return signingIn(checkout, 'signed_out')
  return [{ phase: 'choosing', checkout: { ...checkout, notice: 'signed_out' }, wallets: 'unasked' }, []]
}

/** Plainly wrong addresses only; whether mail arrives is not for the page to say. */
export function isEmail(email: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && email.trim().length <= 254
}
