import type { Effect, Transition } from './effect.ts'
import { complete, expired, failing, opening, reviewingAnew, signing, withCheckout } from './enter.ts'
import type { Event } from './event.ts'
import { isUnanswered } from './is-unanswered.ts'
import { knownProblem } from './known-problem.ts'
import { leaveWallet } from './leave-wallet.ts'
import type { Checkout, StateIn } from './state.ts'

/** The subscriber can authorise. Only the email address may be missing. */
export function atReviewing(state: StateIn<'reviewing'>, event: Event): Transition {
  const { checkout } = state
  switch (event.type) {
    case 'prepared':
      return withPrepared(state, event.prepared)
    case 'open_elsewhere':
      return withCheckout(state, { openElsewhere: event.signature, notice: 'signed_elsewhere' })
    case 'balance_read':
      return withCheckout(state, { balance: event.balance })
    case 'failed':
      return failing(checkout, event.problem, { retry: 'authorise' })
    case 'authorise_pressed':
      return signing(checkout)
    case 'opening_elsewhere':
      return opening(checkout)
    case 'change_wallet_pressed':
      return leaveWallet(checkout)
    default:
      return [state, []]
  }
}

/** From the press of Authorise to the wallet's signature. */
export function atSigning(state: StateIn<'signing'>, event: Event): Transition {
  const { checkout, slow, step } = state
  switch (event.type) {
    case 'signing_waits':
      return [{ ...state, step: event.step, slow: false }, []]
    case 'prepared':
      return withPrepared(state, event.prepared)
    case 'balance_read':
      return withCheckout(state, { balance: event.balance })
    case 'open_elsewhere':
      // The notice is shown first. The next press confirms it.
      return [
        {
          phase: 'reviewing',
          checkout: { ...checkout, openElsewhere: event.signature, notice: 'signed_elsewhere' },
        },
        [],
      ]
    case 'signed':
      if ((checkout.lock?.digest ?? event.lock.digest) !== event.lock.digest) return [state, []]
      return opening({ ...checkout, lock: event.lock })
    case 'opening_elsewhere':
      return opening(checkout)
    case 'retry_pressed':
      // The open lock stands: the wallet is prompted for the same signature again.
      return slow && (step === 'wallet' || step === 'chain') ? signing(checkout) : [state, []]
    case 'change_wallet_pressed':
      return slow ? leaveWallet(checkout) : [state, []]
    case 'failed': {
      const { problem } = event
      if (problem.code !== 'checkout_session_expired')
        return failing(checkout, problem, { retry: 'authorise' })
      return expired(checkout, [{ type: 'announce_error', problem }])
    }
    default:
      return [state, []]
  }
}

/** A signature exists: this browser's is submitted until the escrow is open, another browser's is awaited. */
export function atOpening(state: StateIn<'opening'>, event: Event): Transition {
  const { checkout } = state
  switch (event.type) {
    case 'retry_pressed':
      return state.slow ? opening(checkout) : [state, []]
    case 'opening_released':
      return reviewingAnew(checkout)
    case 'authorised': {
      const { session, customer, reading } = event
      const announced: Effect[] = [
        { type: 'announce_signed_in', customer },
        { type: 'announce_complete', foundOnLoad: false },
      ]
      return complete(
        { ...checkout, session, customer },
        { reading, foundOnLoad: false, announcements: announced },
      )
    }
    case 'failed': {
      const problem = knownProblem(checkout, event.problem)
      if (problem.code === 'checkout_session_expired')
        return expired(checkout, [{ type: 'announce_error', problem }])
      const holdsSignature = Boolean(checkout.lock?.signature) && problem.code !== 'signature_late'
      const retry = holdsSignature || isUnanswered(problem) ? 'open' : 'authorise'
      return failing(checkout, problem, { retry })
    }
    default:
      return [state, []]
  }
}

/** Ignores terms for another length than the one on screen: they arrived late. */
function withPrepared(
  state: StateIn<'reviewing' | 'signing'>,
  prepared: NonNullable<Checkout['prepared']>,
): Transition {
  const { checkout } = state
  if (prepared.max_seconds !== (checkout.lock?.terms.max_seconds ?? checkout.duration.seconds))
    return [state, []]
  return withCheckout(state, { prepared, payee: checkout.payee ?? prepared.merchant })
}
