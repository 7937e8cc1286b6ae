import type { Transition } from './effect.ts'
import { failing, opening, signing, withCheckout } from './enter.ts'
import type { Event } from './event.ts'
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
      return failing(checkout, event.problem, 'authorise')
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

/** Ignores terms for another length than the one on screen: they arrived late. */
export function withPrepared(
  state: StateIn<'reviewing' | 'signing'>,
  prepared: NonNullable<Checkout['prepared']>,
): Transition {
  const { checkout } = state
  if (prepared.max_seconds !== (checkout.lock?.terms.max_seconds ?? checkout.duration.seconds))
    return [state, []]
  return withCheckout(state, { prepared, payee: checkout.payee ?? prepared.merchant })
}
