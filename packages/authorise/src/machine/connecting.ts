import type { WalletConnection } from '../wallet/wallet.ts'
import type { Transition } from './effect.ts'
import { askingToSignIn, complete, connecting, failing, reviewing, signingIn } from './enter.ts'
import type { Event } from './event.ts'
import { leaveWallet } from './leave-wallet.ts'
import type { Checkout, StateIn } from './state.ts'

/** The subscriber chooses the maximum duration, then the wallet. */
export function atChoosing(state: StateIn<'choosing'>, event: Event): Transition {
  const { checkout, wallets } = state
  switch (event.type) {
    case 'wallets_found': {
      const [only, ...others] = event.wallets
      if (wallets === 'unasked') return [state, []]
      // A wallet that announces itself later is only added to the list.
      if (wallets !== 'looking') return [{ ...state, wallets: event.wallets }, []]
      if (!only) return failing(checkout, { code: 'no_wallet' }, { retry: 'discover' })
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

/** Requests an account from the chosen wallet. */
export function atConnecting(state: StateIn<'connecting'>, event: Event): Transition {
  const { checkout, wallet, slow } = state
  switch (event.type) {
    case 'pairing_offered':
      return [{ ...state, pairing: event.pairing }, []]
    case 'wallet_connected':
      return connected(checkout, event.connection)
    case 'retry_pressed':
      return slow ? connecting(checkout, wallet) : [state, []]
    case 'change_wallet_pressed':
      return leaveWallet(checkout)
    case 'failed':
      return failing(checkout, event.problem, { retry: 'connect', wallet })
    default:
      return [state, []]
  }
}

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
      const [next, effects] = complete(
        { ...checkout, customer, session },
        { reading: null, foundOnLoad: true, announcements: [] },
      )
      return [next, [{ type: 'announce_signed_in', customer }, ...effects]]
    }
    case 'retry_pressed':
      return slow && step === 'wallet' ? askingToSignIn(checkout) : [state, []]
    case 'change_wallet_pressed':
      return leaveWallet(checkout)
    case 'failed':
      // A retry with the same wallet never shows another wallet's meter.
      return failing(checkout, event.problem, {
        retry: event.problem.code === 'session_already_claimed' ? 'discover' : 'sign_in',
      })
    default:
      return [state, []]
  }
}

/** A wallet was connected: by the subscriber's choice, or resumed without a prompt. */
function connected(before: Checkout, connection: WalletConnection): Transition {
  const checkout: Checkout = { ...before, connection, prepared: null, balance: null }
  if (checkout.session.status !== 'complete') return reviewing(checkout)
  if (checkout.customer === null) return signingIn(checkout)
  return complete(checkout, { reading: null, foundOnLoad: true, announcements: [] })
}
