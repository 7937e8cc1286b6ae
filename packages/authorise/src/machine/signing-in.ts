import type { Transition } from './effect.ts'
import { askingToSignIn, complete, failing } from './enter.ts'
import type { Event } from './event.ts'
import { leaveWallet } from './leave-wallet.ts'
import type { StateIn } from './state.ts'

/** The subscriber returns to a complete session from elsewhere, and proves the ownership of its wallet. */
export function atSigningIn(state: StateIn<'signing_in'>, event: Event): Transition {
  const { checkout, step, slow } = state
  switch (event.type) {
    case 'sign_in_pressed':
      return step === 'idle' ? askingToSignIn(checkout) : [state, []]
    case 'sign_in_waits':
      return step === 'idle' ? [state, []] : [{ ...state, step: event.step, slow: false }, []]
    case 'signed_in': {
      const { customer, session } = event
      const [next, effects] = complete({ ...checkout, customer, session }, null, true, [])
      return [next, [{ type: 'announce_signed_in', customer }, ...effects]]
    }
    case 'ask_again_pressed':
      return slow && step === 'wallet' ? askingToSignIn(checkout) : [state, []]
    case 'change_wallet_pressed':
      return leaveWallet(checkout)
    case 'failed':
      // A retry with the same wallet never shows another wallet's meter.
      return failing(
        checkout,
        event.problem,
        event.problem.code === 'session_already_claimed' ? 'discover' : 'sign_in',
      )
    default:
      return [state, []]
  }
}
