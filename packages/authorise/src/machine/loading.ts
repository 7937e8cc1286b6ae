import {
  DEFAULT_DURATION_SECONDS,
  draftFromSeconds,
  editDuration,
  isDurationAllowed,
} from './duration-draft.ts'
import type { Effect, Transition } from './effect.ts'
import { complete, loading, opening, resuming } from './enter.ts'
import type { Event, EventOf } from './event.ts'
import { type Checkout, type StateIn, untried } from './state.ts'

export function atLoading(state: StateIn<'loading'>, event: Event): Transition {
  if (state.sessionId === null) return [state, []]
  if (event.type === 'retry_pressed') return loading(state.sessionId, state.isReturn)
  if (event.type !== 'session_failed') return [state, []]
  const { problem, lock } = event
  return [
    { phase: 'unavailable', sessionId: state.sessionId, problem, ...untried(lock) },
    [{ type: 'announce_error', problem }],
  ]
}

/** The session has arrived, possibly late. */
export function loaded(event: EventOf<'session_loaded'>): Transition {
  const { session, lock } = event
  const checkout = checkoutFrom(event)
  const ready: Effect[] = [{ type: 'announce_ready' }]
  if (session.status === 'expired') return [{ phase: 'expired', checkout }, ready]
  if (session.status === 'complete') {
    const [state, effects] = complete(checkout, { reading: null, foundOnLoad: true })
    return [state, [...ready, ...effects]]
  }
  if (checkout.duration.seconds !== startOf(event) && isDurationAllowed(checkout.duration))
    ready.push({ type: 'announce_change', durationSeconds: checkout.duration.seconds })
  if (!lock) return [{ phase: 'choosing', checkout, wallets: 'unasked' }, ready]
  if (lock.signature) {
    const [state, effects] = opening(checkout)
    return [state, [...ready, ...effects]]
  }
  return resuming(checkout, lock.walletId, ready)
}

function startOf({ session, lock, proposed }: EventOf<'session_loaded'>): number {
  return (
    session.max_duration_seconds ?? lock?.terms.max_seconds ?? proposed.seconds ?? DEFAULT_DURATION_SECONDS
  )
}

/** The checkout of a session that has just arrived, with the input from before a reload. */
function checkoutFrom(event: EventOf<'session_loaded'>): Checkout {
  const { session, cap, customer, lock, entered, proposed } = event
  const start = draftFromSeconds(startOf(event))
  const isOpen = session.status === 'open'
  const isChosen = isOpen && entered && !lock && session.max_duration_seconds === null
  return {
    session,
    cap,
    chain: null,
    duration: isChosen
      ? editDuration(editDuration(start, { unit: entered.unit }), { amount: entered.amount })
      : start,
    email: lock?.email ?? (isOpen ? entered?.email : null) ?? proposed.email,
    emailRefused: false,
    connection: null,
    customer: session.status === 'complete' ? customer : null,
    prepared: null,
    payee: null,
    ...untried(lock),
    openElsewhere: null,
    balance: null,
    notice: null,
    isFilled: false,
  }
}
