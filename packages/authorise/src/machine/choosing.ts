import { connected } from './connected.ts'
import type { Transition } from './effect.ts'
import { connecting, failing } from './enter.ts'
import type { Event } from './event.ts'
import type { StateIn } from './state.ts'

/** The subscriber chooses the maximum duration, then the wallet. */
export function atChoosing(state: StateIn<'choosing'>, event: Event): Transition {
  const { checkout, wallets } = state
  switch (event.type) {
    case 'wallets_found': {
      const [only, ...others] = event.wallets
      if (wallets === 'unasked') return [state, []]
      // A wallet that announces itself later is only added to the list.
      if (wallets !== 'looking') return [{ ...state, wallets: event.wallets }, []]
      if (!only) return failing(checkout, { code: 'no_wallet' }, 'discover')
      return others.length > 0 || event.isChange
        ? [{ ...state, wallets: event.wallets }, []]
        : connecting(checkout, only)
    }
    case 'wallet_chosen':
      return connecting(checkout, event.wallet)
    case 'wallet_connected':
      return wallets === 'looking' ? connected(checkout, event.connection) : [state, []]
    case 'wallet_not_resumed':
      return [{ ...state, wallets: 'unasked' }, []]
    default:
      return [state, []]
  }
}
