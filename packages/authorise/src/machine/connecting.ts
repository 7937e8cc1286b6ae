import { connected } from './connected.ts'
import type { Transition } from './effect.ts'
import { connecting, failing } from './enter.ts'
import type { Event } from './event.ts'
import { leaveWallet } from './leave-wallet.ts'
import type { StateIn } from './state.ts'

/** Requests an account from the chosen wallet. */
export function atConnecting(state: StateIn<'connecting'>, event: Event): Transition {
  const { checkout, wallet, slow } = state
  switch (event.type) {
    case 'pairing_offered':
      return [{ ...state, pairing: event.pairing }, []]
    case 'wallet_connected':
      return connected(checkout, event.connection)
    case 'ask_again_pressed':
      return slow ? connecting(checkout, wallet) : [state, []]
    case 'change_wallet_pressed':
      return leaveWallet(checkout)
    case 'failed':
      return failing(checkout, event.problem, 'connect', wallet)
    default:
      return [state, []]
  }
}
