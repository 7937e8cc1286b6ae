import type { Effect, Transition } from './effect.ts'
import { complete, expired, failing, opening, reviewingAnew } from './enter.ts'
import type { Event } from './event.ts'
import { isUnanswered } from './is-unanswered.ts'
import { knownProblem } from './known-problem.ts'
import type { StateIn } from './state.ts'

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
      return complete({ ...checkout, session, customer }, reading, false, announced)
    }
    case 'failed': {
      const problem = knownProblem(checkout, event.problem)
      if (problem.code === 'checkout_session_expired')
        return expired(checkout, [{ type: 'announce_error', problem }])
      const holdsSignature = Boolean(checkout.lock?.signature) && problem.code !== 'signature_late'
      return failing(checkout, problem, holdsSignature || isUnanswered(problem) ? 'open' : 'authorise')
    }
    default:
      return [state, []]
  }
}
