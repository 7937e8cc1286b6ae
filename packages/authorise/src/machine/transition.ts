import type { Hex } from '@per-second/protocol/types'
import { isSameAddress } from '../chains/is-same-address.ts'
import type { WalletConnection } from '../wallet/wallet.ts'
import { atOpening, atReviewing, atSigning } from './authorising.ts'
import { atComplete } from './complete.ts'
import { atChoosing, atConnecting, atSigningIn } from './connecting.ts'
import { roundFigure } from './duration-scale.ts'
import { durationEdited, withLock } from './edits.ts'
import type { Effect, Transition } from './effect.ts'
import { complete, expired, failing, reviewing, reviewingAnew, signingIn, withCheckout } from './enter.ts'
import { atError } from './error.ts'
import type { Event, EventOf } from './event.ts'
import { firstTransition } from './first-transition.ts'
import { knownProblem } from './known-problem.ts'
import type { SignatureLock } from './signature-lock.ts'
import { type Checkout, checkoutOf, isManaging, lockIn, type State, untried } from './state.ts'
import { stopOnChain } from './stop-on-chain.ts'

/**
 * The element's whole behaviour: the next state after an event, and its side effects. Pure. An event that does not apply to a state (a
 * late response, a second click) leaves it unchanged.
 */
export function transition(state: State, event: Event): Transition {
  return firstTransition(state, event) ?? atAnyPhase(state, event) ?? atPhase(state, event)
}

/** Events that mean the same in every phase. Null leaves the decision to the phase. */
function atAnyPhase(state: State, event: Event): Transition | null {
  switch (event.type) {
    case 'session_read':
      return sessionRead(state, event.session)
    case 'chain_read':
      return chainRead(state, event)
    case 'wallet_changed':
      return walletChanged(state, event.connection)
    case 'locked':
      return locked(state, event.lock)
    case 'signed':
      // A signature that arrives after the subscriber has moved on is kept all the same.
      return state.phase === 'signing' ? null : locked(state, event.lock)
    case 'stop_on_chain_pressed':
    case 'stop_sent':
    case 'stopped_on_chain':
    case 'own_failed':
    case 'escrow_looked':
    case 'look_pressed':
      return stopOnChain(state, event)
    case 'lock_fell':
      return lockFell(state, event.digest)
    default:
      return null
  }
}

function atPhase(state: State, event: Event): Transition {
  switch (state.phase) {
    case 'choosing':
      return atChoosing(state, event)
    case 'connecting':
      return atConnecting(state, event)
    case 'signing_in':
      return atSigningIn(state, event)
    case 'reviewing':
      return atReviewing(state, event)
    case 'signing':
      return atSigning(state, event)
    case 'opening':
      return atOpening(state, event)
    case 'complete':
      return atComplete(state, event)
    case 'error':
      return atError(state, event)
    case 'canceled':
      return event.type === 'retry_pressed' ? reviewing(state.checkout) : [state, []]
    case 'loading':
    case 'unavailable':
    case 'expired':
      return [state, []]
  }
}

/** Another tab, or the service's clock, may have changed the session's status. */
function sessionRead(state: State, session: Parameters<typeof complete>[0]['session']): Transition {
  const checkout = checkoutOf(state)
  if (!checkout || checkout.session.id !== session.id || checkout.session.status === 'complete')
    return [state, []]
  if (session.status === 'complete')
    return complete({ ...checkout, session }, { reading: null, foundOnLoad: false })
  if (session.status === 'expired' && state.phase !== 'expired') return expired({ ...checkout, session })
  return [state, []]
}

/** A length below the smallest deposit is raised to the first one that reaches it. */
function chainRead(before: State, { chain, least }: EventOf<'chain_read'>): Transition {
  const checkout = checkoutOf(before)
  if (!checkout) return [before, []]
  const { duration, session } = checkout
  // A fixed length cannot become longer. The service decides about its deposit.
  if (session.max_duration_seconds !== null) return withCheckout(before, { chain })
  const [state] = withCheckout(before, { chain, duration: { ...duration, least } })
  const isShort = duration.seconds !== null && duration.seconds < least
  return isShort ? durationEdited(state, { seconds: roundFigure(least) }) : [state, []]
}

/** A meter known to the escrow overrides the service's error. Another digest replaces a lock only after that is dropped. */
function locked(state: State, lock: SignatureLock): Transition {
  if ((lockIn(state)?.digest ?? lock.digest) !== lock.digest) return [state, []]
  if (state.phase === 'unavailable') return [{ ...state, lock }, []]
  if (!('checkout' in state)) return [state, []]
  const [checkout, effects] = withLock(state.checkout, lock)
  if (state.phase !== 'error') return [{ ...state, checkout }, effects]
  const problem = knownProblem(checkout, state.problem)
  if (problem === state.problem) return [{ ...state, checkout }, effects]
  const [failed, announced] = failing(checkout, problem, { retry: 'open' })
  return [failed, [...effects, ...announced]]
}

/** The lock can no longer open the meter: the checkout starts again. */
function lockFell(state: State, digest: Hex): Transition {
  if (lockIn(state)?.digest !== digest) return [state, []]
  if (state.phase === 'unavailable') return [{ ...state, ...untried(null) }, []]
  const checkout = checkoutOf(state)
  if (!checkout) return [state, []]
  const free: Checkout = { ...checkout, ...untried(null), notice: null }
  const isOver =
    state.phase === 'error' && (state.retry === 'open' || state.problem.code === 'other_account_asked')
  const waits = state.phase === 'opening' || isOver
  return waits ? reviewingAnew(free) : withCheckout(state, free)
}

/** The wallet has another account, another chain, or is gone. A changed chain is switched back before signing. */
function walletChanged(state: State, connection: WalletConnection | null): Transition {
  const checkout = checkoutOf(state)
  if (!checkout?.connection || isBeyondWallets(state)) return [state, []]
  if (connection && isSameAddress(connection.address, checkout.connection.address))
    return withCheckout(state, { connection, balance: null })
  const abort: Effect = { type: 'abort_flow' }
  const left: Checkout = { ...checkout, connection, prepared: null, balance: null }
  if (state.phase === 'canceled') return [{ ...state, checkout: { ...left, connection: null } }, [abort]]
  if (!connection)
    return [{ phase: 'choosing', checkout: { ...left, notice: 'disconnected' }, wallets: 'unasked' }, [abort]]
  const changed: Checkout = { ...left, notice: 'account_changed' }
  const [next, effects] = isManaging(state) ? signingIn(changed, 'account_changed') : reviewing(changed)
  return [next, [abort, ...effects]]
}

/** Once a signature exists, changes of the wallet have no effect. */
function isBeyondWallets(state: State): boolean {
  return (
    ['opening', 'complete', 'expired'].includes(state.phase) ||
    (state.phase === 'error' && state.retry === 'open')
  )
}
