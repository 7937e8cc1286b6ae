import type { Transition } from './effect.ts'
import { expired, failing, opening, signing, withCheckout } from './enter.ts'
import type { Event } from './event.ts'
import { leaveWallet } from './leave-wallet.ts'
import { withPrepared } from './reviewing.ts'
import type { StateIn } from './state.ts'

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
    case 'contract_balance_low':
      return withCheckout(state, { notice: event.type })
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
    case 'ask_again_pressed':
      // The open lock stands: the wallet is prompted for the same signature again.
      return slow && (step === 'wallet' || step === 'chain') ? signing(checkout) : [state, []]
    case 'change_wallet_pressed':
      return slow ? leaveWallet(checkout) : [state, []]
    case 'failed': {
      const { problem } = event
      if (problem.code !== 'checkout_session_expired') return failing(checkout, problem, 'authorise')
      return expired(checkout, [{ type: 'announce_error', problem }])
    }
    default:
      return [state, []]
  }
}
