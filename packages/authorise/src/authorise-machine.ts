import type { Chain, CheckoutSession, Hex, PreparedAuthorisation } from '@per-second/protocol/types'
import {
  type Checkout,
  checkoutOf,
  isCancelable,
  isDurationEditable,
  isManaging,
  type Notice,
  type State,
  type StateIn,
} from './authorise-state.ts'
import { type DurationEdit, isDurationAllowed } from './duration/duration-draft.ts'
import { checkoutFrom, firstTransition, withDuration } from './first-transition.ts'
import { isWaiting } from './is-waiting.ts'
import type { MeterReading } from './meter.ts'
import type { Problem } from './problem.ts'
import type { MeterAction } from './service/service.ts'
import type { StoredSignIn } from './token-store.ts'
import type { WalletChoice, WalletConnection } from './wallet/wallet.ts'

export type Event =
  | { type: 'session_requested'; sessionId: string | null }
  | {
      type: 'session_loaded'
      session: CheckoutSession
      chain: Chain | null
      resume: StoredSignIn | null
      capChosen: boolean
    }
  | { type: 'session_read'; session: CheckoutSession }
  | { type: 'chain_read'; chain: Chain }
  | { type: 'duration_edited'; edit: DurationEdit }
  | { type: 'email_edited'; email: string }
  | { type: 'connect_pressed' }
  | { type: 'wallets_found'; wallets: WalletChoice[] }
  | { type: 'wallet_chosen'; wallet: WalletChoice }
  | { type: 'wallet_connected'; connection: WalletConnection; customer: string | null }
  | { type: 'wallet_not_resumed' }
  | { type: 'wallet_changed'; connection: WalletConnection | null }
  | { type: 'change_wallet_pressed' }
  | { type: 'sign_in_pressed' }
  | { type: 'sign_in_waits'; step: 'service' | 'wallet' }
  | { type: 'signed_in'; customer: string; session: CheckoutSession }
  | { type: 'prepared'; prepared: PreparedAuthorisation }
  | { type: 'authorise_pressed' }
  | { type: 'signing_waits'; step: 'preparing' | 'chain' | 'checking' | 'wallet' }
  | { type: 'contract_balance_low' }
  | { type: 'signed'; signature: Hex }
  | { type: 'opening_sent'; txHash: Hex }
  | { type: 'opening_elsewhere' }
  | { type: 'opening_released' }
  | { type: 'authorised'; session: CheckoutSession; reading: MeterReading; txHash: Hex }
  | { type: 'subscription_read'; reading: MeterReading }
  | { type: 'pause_pressed' | 'resume_pressed' | 'stop_pressed' | 'stop_dismissed' | 'stop_confirmed' }
  | { type: 'failed'; problem: Problem }
  | { type: 'signed_out' }
  | { type: 'wait_prolonged' }
  | { type: 'retry_pressed' | 'cancel_pressed' | 'restart_pressed' }

export type Effect =
  | { type: 'load'; sessionId: string }
  | { type: 'abort_flow' }
  | { type: 'discover' }
  | { type: 'reconnect'; signIn: StoredSignIn }
  | { type: 'connect'; wallet: WalletChoice }
  | { type: 'disconnect' }
  | { type: 'sign_out' }
  | { type: 'sign_in' }
  | { type: 'prepare'; maxDurationSeconds: number }
  | { type: 'authorise'; maxDurationSeconds: number }
  | { type: 'open'; signature: Hex }
  | { type: 'await_opening' }
  | { type: 'read_subscription' }
  | { type: 'act'; action: MeterAction }
  | { type: 'announce_ready' }
  | { type: 'announce_change'; durationSeconds: number }
  | { type: 'announce_signed_in'; customer: string }
  | { type: 'announce_complete'; foundOnLoad: boolean }
  | { type: 'announce_cancel' }
  | { type: 'announce_error'; problem: Problem }

export type Transition = [State, Effect[]]

/**
 * The element's whole behaviour: what a state becomes on an event, and what is to be done about it. Pure. An event that makes no
 * sense in a state (a late answer, a second click) leaves it as it is.
 */
export function transition(state: State, event: Event): Transition {
  return firstTransition(state, event) ?? furtherTransition(state, event)
}

function furtherTransition(state: State, event: Event): Transition {
  const unchanged: Transition = [state, []]
  switch (event.type) {
    case 'session_loaded':
      return loaded(event)
    case 'session_read':
      return sessionRead(state, event.session)
    case 'chain_read':
      return withCheckout(state, { chain: event.chain })
    case 'duration_edited':
      return durationEdited(state, event.edit)
    case 'email_edited':
      return emailEdited(state, event.email)
    case 'connect_pressed':
      if (state.phase !== 'complete' || state.checkout.customer !== null) return unchanged
      return [{ phase: 'choosing', checkout: state.checkout, wallets: 'looking' }, [{ type: 'discover' }]]
    case 'wallets_found':
      if (state.phase !== 'choosing' || state.wallets !== 'looking') return unchanged
      return event.wallets.length > 0
        ? [{ ...state, wallets: event.wallets }, []]
        : failed(state, { code: 'no_wallet' }, 'discover')
    case 'wallet_chosen':
      return state.phase === 'choosing' ? connecting(state.checkout, event.wallet) : unchanged
    case 'wallet_connected':
      return walletConnected(state, event.connection, event.customer)
    case 'wallet_not_resumed':
      return state.phase === 'choosing' ? [{ ...state, wallets: 'unasked' }, []] : unchanged
    case 'wallet_changed':
      return walletChanged(state, event.connection)
    case 'change_wallet_pressed':
      return changeWallet(state)
    case 'sign_in_pressed':
      return signInPressed(state)
    case 'sign_in_waits':
      return state.phase === 'signing_in' && state.step !== 'idle'
        ? [{ ...state, step: event.step, slow: false }, []]
        : unchanged
    case 'signed_in':
      return signedIn(state, event.customer, event.session)
    case 'prepared':
      return prepared(state, event.prepared)
    case 'authorise_pressed':
      return state.phase === 'reviewing' ? authorise(state.checkout) : unchanged
    case 'signing_waits':
      return state.phase === 'signing' ? [{ ...state, step: event.step, slow: false }, []] : unchanged
    case 'contract_balance_low':
      return state.phase === 'signing' ? withCheckout(state, { notice: 'contract_balance_low' }) : unchanged
    case 'signed':
      return state.phase === 'signing' ? opening(state.checkout, event.signature) : unchanged
    case 'opening_sent':
      return state.phase === 'opening' ? withCheckout(state, { txHash: event.txHash }) : unchanged
    case 'opening_elsewhere':
      if (state.phase !== 'signing' && state.phase !== 'reviewing') return unchanged
      return opening(state.checkout, null)
    case 'opening_released':
      return state.phase === 'opening' ? reviewing(state.checkout) : unchanged
    case 'authorised':
      if (state.phase !== 'opening') return unchanged
      return complete(
        { ...state.checkout, session: event.session, txHash: event.txHash },
        event.reading,
        false,
      )
    case 'subscription_read':
      return subscriptionRead(state, event.reading)
    case 'pause_pressed':
      return control(state, 'pausing', 'pause')
    case 'resume_pressed':
      return control(state, 'resuming', 'resume')
    case 'stop_pressed':
      return state.phase === 'complete' && state.control === 'idle'
        ? [{ ...state, control: 'confirming_stop', problem: null }, []]
        : unchanged
    case 'stop_dismissed':
      return state.phase === 'complete' && state.control === 'confirming_stop'
        ? [{ ...state, control: 'idle' }, []]
        : unchanged
    case 'stop_confirmed':
      return control(state, 'stopping', 'cancel')
    case 'failed':
      return anyFailed(state, event.problem)
    case 'signed_out':
      return signedOut(state)
    case 'wait_prolonged':
      return isWaiting(state) && 'slow' in state ? [{ ...state, slow: true }, []] : unchanged
    case 'retry_pressed':
      return retry(state)
    case 'cancel_pressed':
      return cancel(state)
    case 'restart_pressed':
      return state.phase === 'canceled' ? restart(state.checkout) : unchanged
    default:
      return unchanged
  }
}

function loaded(event: Extract<Event, { type: 'session_loaded' }>): Transition {
  const { session, resume } = event
  const checkout = checkoutFrom(session, event)
  const ready: Effect = { type: 'announce_ready' }
  if (session.status === 'expired') return [{ phase: 'expired', checkout }, [ready]]
  if (session.status === 'complete') {
    const [state, effects] = complete({ ...checkout, customer: resume?.customer ?? null }, null, true)
    return [state, [ready, ...effects]]
  }
  if (!resume) return [{ phase: 'choosing', checkout, wallets: 'unasked' }, [ready]]
  if (resume.signature) {
    const [state, effects] = opening({ ...checkout, customer: resume.customer }, resume.signature)
    return [state, [ready, ...effects]]
  }
  return [{ phase: 'choosing', checkout, wallets: 'looking' }, [ready, { type: 'reconnect', signIn: resume }]]
}

/** Another tab, or the service's clock, may have moved the session on. */
function sessionRead(state: State, session: CheckoutSession): Transition {
  const checkout = checkoutOf(state)
  if (!checkout || checkout.session.id !== session.id || checkout.session.status === 'complete')
    return [state, []]
  if (session.status === 'complete') return complete({ ...checkout, session }, null, false)
  if (session.status === 'expired' && state.phase !== 'expired') {
    return [{ phase: 'expired', checkout: { ...checkout, session } }, [{ type: 'abort_flow' }]]
  }
  return [state, []]
}

function durationEdited(state: State, edit: DurationEdit): Transition {
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

function emailEdited(state: State, email: string): Transition {
  if (state.phase === 'signing_in' && state.step === 'idle') {
    return withCheckout(state, { email, emailRefused: false })
  }
  if (state.phase === 'error' && state.retry === 'sign_in') {
    return signingIn({ ...state.checkout, email, emailRefused: false }, state.checkout.notice)
  }
  return [state, []]
}

function connecting(checkout: Checkout, wallet: WalletChoice): Transition {
  return [{ phase: 'connecting', checkout, wallet, slow: false }, [{ type: 'connect', wallet }]]
}

function walletConnected(state: State, connection: WalletConnection, customer: string | null): Transition {
  const resuming = state.phase === 'choosing' && state.wallets === 'looking'
  if (state.phase !== 'connecting' && !resuming) return [state, []]
  const checkout: Checkout = { ...state.checkout, connection, customer }
  if (customer === null) return signingIn(checkout, null)
  return isManaging(state) ? complete(checkout, null, true, []) : reviewing(checkout)
}

/** Another account has to sign in again; a chain that changed is put right before signing (design, section 7). */
function walletChanged(state: State, connection: WalletConnection | null): Transition {
  const checkout = checkoutOf(state)
  if (!checkout?.connection || ['opening', 'complete', 'expired'].includes(state.phase)) return [state, []]
  const same = connection?.address.toLowerCase() === checkout.connection.address.toLowerCase()
  if (connection && same) return withCheckout(state, { connection })
  const effects: Effect[] = [{ type: 'abort_flow' }]
  if (state.phase === 'canceled') return [{ ...state, checkout: { ...checkout, connection: null } }, effects]
  if (!connection) {
    const next: State = { phase: 'choosing', checkout: { ...checkout, connection: null }, wallets: 'unasked' }
    return [next, effects]
  }
  if (checkout.customer !== null && !isManaging(state)) effects.push({ type: 'sign_out' })
  const [next] = signingIn({ ...checkout, connection, customer: null, prepared: null }, 'account_changed')
  return [next, effects]
}

function changeWallet(state: State): Transition {
  if (state.phase !== 'reviewing' && state.phase !== 'error' && state.phase !== 'signing_in')
    return [state, []]
  if (state.phase === 'error' && state.retry === 'open') return [state, []]
  const effects: Effect[] = [{ type: 'abort_flow' }]
  if (state.checkout.customer !== null && !isManaging(state)) effects.push({ type: 'sign_out' })
  const checkout: Checkout = {
    ...state.checkout,
    connection: null,
    customer: null,
    prepared: null,
    notice: null,
  }
  return [
    { phase: 'choosing', checkout, wallets: 'looking' },
    [...effects, { type: 'disconnect' }, { type: 'discover' }],
  ]
}

function signingIn(checkout: Checkout, notice: Notice | null): Transition {
  return [{ phase: 'signing_in', checkout: { ...checkout, notice }, step: 'idle', slow: false }, []]
}

function signInPressed(state: State): Transition {
  if (state.phase !== 'signing_in' || state.step !== 'idle') return [state, []]
  if (!isEmail(state.checkout.email)) return withCheckout(state, { emailRefused: true })
  return signIn(state.checkout)
}

function signIn(checkout: Checkout): Transition {
  return [
    { phase: 'signing_in', checkout: { ...checkout, notice: null }, step: 'service', slow: false },
    [{ type: 'sign_in' }],
  ]
}

function signedIn(state: State, customer: string, session: CheckoutSession): Transition {
  if (state.phase !== 'signing_in') return [state, []]
  const checkout: Checkout = { ...state.checkout, customer, notice: null }
  const announce: Effect = { type: 'announce_signed_in', customer }
  const wasComplete = state.checkout.session.status === 'complete'
  const isComplete = session.status === 'complete'
  const [next, effects] = isComplete
    ? complete({ ...checkout, session }, null, wasComplete, wasComplete ? [] : undefined)
    : reviewing(checkout)
  return [next, [announce, ...effects]]
}

function reviewing(checkout: Checkout): Transition {
  const effects: Effect[] = isDurationAllowed(checkout.duration)
    ? [{ type: 'prepare', maxDurationSeconds: checkout.duration.seconds }]
    : []
  return [{ phase: 'reviewing', checkout }, effects]
}

function prepared(state: State, answer: PreparedAuthorisation): Transition {
  if (state.phase !== 'reviewing' && state.phase !== 'signing') return [state, []]
  if (answer.terms.max_seconds !== state.checkout.duration.seconds) return [state, []]
  return withCheckout(state, { prepared: { terms: answer.terms, signBy: answer.sign_by } })
}

function authorise(checkout: Checkout): Transition {
  if (!isDurationAllowed(checkout.duration)) return [{ phase: 'reviewing', checkout }, []]
  return [
    { phase: 'signing', checkout: { ...checkout, notice: null }, step: 'preparing', slow: false },
    [{ type: 'authorise', maxDurationSeconds: checkout.duration.seconds }],
  ]
}

function opening(checkout: Checkout, signature: Hex | null): Transition {
  const effect: Effect = signature ? { type: 'open', signature } : { type: 'await_opening' }
  return [{ phase: 'opening', checkout: { ...checkout, notice: null }, signature, slow: false }, [effect]]
}

function complete(
  checkout: Checkout,
  reading: MeterReading | null,
  foundOnLoad: boolean,
  announcements: Effect[] = [{ type: 'announce_complete', foundOnLoad }],
): Transition {
  const read: Effect[] = checkout.customer !== null && reading === null ? [{ type: 'read_subscription' }] : []
  const next: StateIn<'complete'> = {
    phase: 'complete',
    checkout: { ...checkout, notice: null },
    reading,
    foundOnLoad,
    control: 'idle',
    problem: null,
  }
  return [next, [{ type: 'abort_flow' }, ...announcements, ...read]]
}

function subscriptionRead(state: State, reading: MeterReading): Transition {
  if (state.phase !== 'complete') return [state, []]
  const asked = state.control === 'confirming_stop' && isStoppable(reading)
  return [{ ...state, reading, control: asked ? 'confirming_stop' : 'idle', problem: null }, []]
}

function isStoppable(reading: MeterReading): boolean {
  return ['running', 'paused', 'past_due', 'pending_start'].includes(reading.subscription.status)
}

function control(state: State, to: 'pausing' | 'resuming' | 'stopping', action: MeterAction): Transition {
  if (state.phase !== 'complete' || !state.reading || state.checkout.customer === null) return [state, []]
  const from = action === 'cancel' ? 'confirming_stop' : 'idle'
  if (state.control !== from) return [state, []]
  return [{ ...state, control: to, problem: null }, [{ type: 'act', action }]]
}

/** A failure in a phase that can fail becomes that phase's error; with a complete session it is said beside the meter. */
function anyFailed(state: State, problem: Problem): Transition {
  const announce: Effect = { type: 'announce_error', problem }
  switch (state.phase) {
    case 'connecting':
      return failed(state, problem, 'connect')
    case 'signing_in':
      if (isExpiry(problem)) return expired(state.checkout, announce)
      // Another wallet began here; asking the same one again would be refused again.
      return failed(state, problem, problem.code === 'session_already_claimed' ? 'discover' : 'sign_in')
    case 'signing':
      return isExpiry(problem) ? expired(state.checkout, announce) : failed(state, problem, 'authorise')
    case 'opening':
      if (isExpiry(problem)) return expired(state.checkout, announce)
      return failed(state, problem, state.signature && isUnanswered(problem) ? 'open' : 'authorise')
    case 'complete':
      return [{ ...state, control: 'idle', problem }, [announce]]
    default:
      return [state, []]
  }
}

function isExpiry(problem: Problem): boolean {
  return problem.code === 'checkout_session_expired'
}

function expired(checkout: Checkout, announce: Effect): Transition {
  return [{ phase: 'expired', checkout: { ...checkout, notice: null } }, [{ type: 'abort_flow' }, announce]]
}

const UNANSWERED = new Set([
  'service_unreachable',
  'service_timeout',
  'response_invalid',
  'rate_limit_exceeded',
  'chain_unavailable',
  'internal_error',
])

/** Without an answer nobody knows whether the escrow was opened: only the same signature may be sent again. */
function isUnanswered({ code }: Problem): boolean {
  return UNANSWERED.has(code) || code.startsWith('http_5')
}

function failed(
  state: StateIn<'choosing' | 'connecting' | 'signing_in' | 'signing' | 'opening'>,
  problem: Problem,
  to: StateIn<'error'>['retry'],
): Transition {
  const next: State = {
    phase: 'error',
    checkout: { ...state.checkout, notice: null },
    problem,
    retry: to,
    wallet: state.phase === 'connecting' ? state.wallet : null,
    signature: state.phase === 'opening' && to === 'open' ? state.signature : null,
  }
  return [next, [{ type: 'announce_error', problem }]]
}

/** The token is no longer good. The wallet is still there, so only the sign-in is asked for again. */
function signedOut(state: State): Transition {
  if (state.phase === 'complete') {
    return [{ ...state, checkout: { ...state.checkout, customer: null }, control: 'idle' }, []]
  }
  if (state.phase !== 'reviewing' && state.phase !== 'signing' && state.phase !== 'opening')
    return [state, []]
  const checkout: Checkout = { ...state.checkout, customer: null, prepared: null }
  if (checkout.connection) return signingIn(checkout, 'signed_out')
  return [{ phase: 'choosing', checkout: { ...checkout, notice: 'signed_out' }, wallets: 'unasked' }, []]
}

function retry(state: State): Transition {
  if (state.phase !== 'error') return [state, []]
  const { checkout } = state
  switch (state.retry) {
    case 'discover':
      return [state, []]
    case 'connect':
      return state.wallet ? connecting(checkout, state.wallet) : [state, []]
    case 'sign_in':
      return isEmail(checkout.email) ? signIn(checkout) : signingIn(checkout, null)
    case 'authorise':
      return authorise(checkout)
    case 'open':
      return state.signature ? opening(checkout, state.signature) : [state, []]
  }
}

function cancel(state: State): Transition {
  if (!isCancelable(state)) return [state, []]
  const checkout = checkoutOf(state)
  if (!checkout) return [state, []]
  if (isManaging(state)) return complete(checkout, null, true, [])
  return [
    { phase: 'canceled', checkout: { ...checkout, notice: null } },
    [{ type: 'abort_flow' }, { type: 'announce_cancel' }],
  ]
}

function restart(checkout: Checkout): Transition {
  if (!checkout.connection) return [{ phase: 'choosing', checkout, wallets: 'unasked' }, []]
  return checkout.customer === null ? signingIn(checkout, null) : reviewing(checkout)
}

function withCheckout(state: State, change: Partial<Checkout>): Transition {
  return 'checkout' in state ? [{ ...state, checkout: { ...state.checkout, ...change } }, []] : [state, []]
}

/** Plainly wrong addresses only; whether mail arrives is not for the page to say. */
function isEmail(email: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && email.trim().length <= 254
}
