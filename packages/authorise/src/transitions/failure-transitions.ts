import type { Effect, Transition } from '../authorise-effect.ts'
import type { State, StateIn } from '../authorise-state.ts'
import { isUnanswered } from '../is-unanswered.ts'
import type { Problem } from '../problem.ts'
import { authorise, connecting, expired, opening, signIn, signingIn } from './next-states.ts'
import { isEmail } from './sign-in-transitions.ts'

/** A failure in a phase that can fail becomes that phase's error; with a complete session it is said beside the meter. */
export function anyFailed(state: State, problem: Problem): Transition {
  const announce: Effect = { type: 'announce_error', problem }
  switch (state.phase) {
    case 'connecting':
      return failed(state, problem, 'connect')
    case 'signing_in':
      if (isExpiry(problem)) return expired(state.checkout, [announce])
      // Another wallet began here; asking the same one again would be refused again.
      return failed(state, problem, problem.code === 'session_already_claimed' ? 'discover' : 'sign_in')
    case 'signing':
      return isExpiry(problem) ? expired(state.checkout, [announce]) : failed(state, problem, 'authorise')
    case 'opening':
      if (isExpiry(problem)) return expired(state.checkout, [announce])
      return failed(state, problem, isUnanswered(problem) ? 'open' : 'authorise')
    case 'complete':
      return [{ ...state, control: 'idle', problem }, [announce]]
    default:
      return [state, []]
  }
}

export function failed(
  state: StateIn<'choosing' | 'connecting' | 'signing_in' | 'signing' | 'opening'>,
  problem: Problem,
  to: StateIn<'error'>['retry'],
): Transition {
  // A refused signature is not out any more; one that nobody answered for may have opened the escrow.
  const refused = state.phase === 'opening' && to !== 'open' ? { signature: null, undecided: false } : {}
  const next: State = {
    phase: 'error',
    checkout: { ...state.checkout, notice: null, ...refused },
    problem,
    retry: to,
    wallet: state.phase === 'connecting' ? state.wallet : null,
    signature: state.phase === 'opening' && to === 'open' ? state.signature : null,
  }
  return [next, [{ type: 'announce_error', problem }]]
}

export function retry(state: State): Transition {
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
      return opening(checkout, state.signature)
  }
}

/** What asks nobody for anything goes on by itself once there is a network again: handing in a signature that is out. */
export function backOnline(state: State): Transition {
  return state.phase === 'error' && state.retry === 'open' ? retry(state) : [state, []]
}

function isExpiry(problem: Problem): boolean {
  return problem.code === 'checkout_session_expired'
}
