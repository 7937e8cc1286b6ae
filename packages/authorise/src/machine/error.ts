import type { Transition } from './effect.ts'
import { askingToSignIn, connecting, discovering, opening, signing } from './enter.ts'
import type { Event } from './event.ts'
import { leaveWallet } from './leave-wallet.ts'
import { shortfallIn } from './shortfall.ts'
import type { StateIn } from './state.ts'

/** A step failed. The subscriber can correct the input before the retry. */
export function atError(state: StateIn<'error'>, event: Event): Transition {
  const { checkout, retry } = state
  switch (event.type) {
    case 'retry_pressed':
      return tryAgain(state)
    case 'back_online':
      // A step without a prompt continues by itself once the network is back.
      return retry === 'open' ? opening(checkout) : [state, []]
    case 'balance_read':
      return balanceRead(state, event.balance)
    case 'wallets_found':
      return retry === 'discover' && event.wallets.length > 0
        ? [{ phase: 'choosing', checkout, wallets: event.wallets }, []]
        : [state, []]
    case 'change_wallet_pressed':
      return retry === 'open' ? [state, []] : leaveWallet(checkout)
    default:
      return [state, []]
  }
}

function tryAgain(state: StateIn<'error'>): Transition {
  const { checkout, problem, retry, wallet } = state
  switch (retry) {
    case 'discover':
      return discovering(checkout)
    case 'connect':
      return wallet ? connecting(checkout, wallet) : discovering(checkout)
    case 'sign_in':
      return askingToSignIn(checkout)
    case 'authorise': {
      const [next, effects] = signing(checkout)
      const isFilled = problem.shortfall !== undefined
      return next.phase === 'signing'
        ? [{ ...next, checkout: { ...next.checkout, isFilled } }, effects]
        : [next, effects]
    }
    case 'open':
      return opening(checkout)
  }
}

/** An error about the wallet's balance ends as soon as the balance is enough. */
function balanceRead(state: StateIn<'error'>, balance: bigint): Transition {
  const checkout = { ...state.checkout, balance }
  // If the service refused the funds, the wallet's own reading does not refute that.
  if (!state.problem.shortfall) return [{ ...state, checkout }, []]
  const shortfall = shortfallIn(checkout)
  if (!shortfall) return [{ phase: 'reviewing', checkout }, []]
  return [{ ...state, checkout, problem: { ...state.problem, shortfall } }, []]
}
