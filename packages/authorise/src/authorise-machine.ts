import type { Effect, Transition } from './authorise-effect.ts'
import type { Event } from './authorise-event.ts'
import { type Checkout, checkoutOf, isCancelable, isManaging, type State } from './authorise-state.ts'
import { firstTransition } from './first-transition.ts'
import { isWaiting } from './is-waiting.ts'
import { anyFailed, backOnline, failed, retry } from './transitions/failure-transitions.ts'
import {
  acted,
  control,
  stopDismissed,
  stopPressed,
  subscriptionRead,
} from './transitions/meter-transitions.ts'
import {
  authorise,
  complete,
  connecting,
  opening,
  reviewing,
  signingIn,
  withCheckout,
} from './transitions/next-states.ts'
import { durationEdited, loaded, prepared, sessionRead } from './transitions/session-transitions.ts'
import { emailEdited, signedIn, signedOut, signInPressed } from './transitions/sign-in-transitions.ts'
import {
  askAgain,
  balanceRead,
  changeWallet,
  walletChanged,
  walletConnected,
} from './transitions/wallet-transitions.ts'

/**
 * The element's whole behaviour: what a state becomes on an event, and what is to be done about it. Pure. An event that makes no
 * sense in a state (a late answer, a second click) leaves it as it is.
 */
export function transition(state: State, event: Event): Transition {
  return firstTransition(state, event) ?? furtherTransition(state, event)
}

function furtherTransition(state: State, event: Event): Transition {
  const unchanged: Transition = [state, []]
  switch (event.type) {
    case 'session_loaded':
      return loaded(event)
    case 'session_read':
      return sessionRead(state, event.session)
    case 'chain_read':
      return withCheckout(state, { chain: event.chain })
    case 'duration_edited':
      return durationEdited(state, event.edit)
    case 'email_edited':
      return emailEdited(state, event.email)
    case 'connect_pressed':
      if (state.phase !== 'complete' || state.checkout.customer !== null) return unchanged
      return [{ phase: 'choosing', checkout: state.checkout, wallets: 'looking' }, [{ type: 'discover' }]]
    case 'wallets_found':
      if (state.phase !== 'choosing' || state.wallets !== 'looking') return unchanged
      return event.wallets.length > 0
        ? [{ ...state, wallets: event.wallets }, []]
        : failed(state, { code: 'no_wallet' }, 'discover')
    case 'wallet_chosen':
      return state.phase === 'choosing'
        ? connecting({ ...state.checkout, notice: null }, event.wallet)
        : unchanged
    case 'pairing_offered':
      return state.phase === 'connecting' ? [{ ...state, pairing: event.pairing }, []] : unchanged
    case 'wallet_connected':
      return walletConnected(state, event)
    case 'wallet_not_resumed':
      return state.phase === 'choosing' ? [{ ...state, wallets: 'unasked' }, []] : unchanged
    case 'wallet_changed':
      return walletChanged(state, event.connection)
    case 'change_wallet_pressed':
      return changeWallet(state)
    case 'ask_again_pressed':
      return askAgain(state)
    case 'sign_in_pressed':
      return signInPressed(state)
    case 'sign_in_waits':
      return state.phase === 'signing_in' && state.step !== 'idle'
        ? [{ ...state, step: event.step, slow: false }, []]
        : unchanged
    case 'signed_in':
      return signedIn(state, event)
    case 'opening_excluded':
      return withCheckout(state, { undecided: false })
    case 'prepared':
      return prepared(state, event.prepared)
    case 'authorise_pressed':
      return state.phase === 'reviewing' ? authorise(state.checkout) : unchanged
    case 'signing_waits':
      return state.phase === 'signing' ? [{ ...state, step: event.step, slow: false }, []] : unchanged
    case 'account_read':
      return state.phase === 'signing' ? withCheckout(state, { accountKind: event.kind }) : unchanged
    case 'balance_read':
      return balanceRead(state, event.balance)
    case 'contract_balance_low':
      return state.phase === 'signing'
        ? withCheckout(state, { notice: event.type, shortfall: event.shortfall })
        : unchanged
    case 'signed':
      return state.phase === 'signing' ? opening(state.checkout, event.signature) : unchanged
    case 'opening_sent':
      return state.phase === 'opening' ? withCheckout(state, { txHash: event.txHash }) : unchanged
    case 'opening_elsewhere':
      if (state.phase !== 'signing' && state.phase !== 'reviewing') return unchanged
      return opening(state.checkout, null)
    case 'opening_released':
      return state.phase === 'opening' ? reviewing({ ...state.checkout, undecided: false }) : unchanged
    case 'authorised':
      if (state.phase !== 'opening') return unchanged
      return complete(
        { ...state.checkout, session: event.session, txHash: event.txHash },
        event.reading,
        false,
      )
    case 'subscription_read':
      return subscriptionRead(state, event.reading)
    case 'acted':
      return acted(state, event.reading)
    case 'pause_pressed':
      return control(state, 'pausing', 'pause')
    case 'resume_pressed':
      return control(state, 'resuming', 'resume')
    case 'stop_pressed':
      return stopPressed(state)
    case 'stop_dismissed':
      return stopDismissed(state)
    case 'stop_confirmed':
      return control(state, 'stopping', 'cancel')
    case 'failed':
      return anyFailed(state, event.problem)
    case 'signed_out':
      return signedOut(state)
    case 'wait_prolonged':
      return isWaiting(state) && 'slow' in state ? [{ ...state, slow: true }, []] : unchanged
    case 'back_online':
      return backOnline(state)
    case 'page_restored':
      return pageRestored(state)
    case 'retry_pressed':
      return retry(state)
    case 'cancel_pressed':
      return cancel(state)
    case 'restart_pressed':
      return state.phase === 'canceled' ? restart(state.checkout) : unchanged
    default:
      return unchanged
  }
}

/**
 * The Back button brought the page back as it was left. A wallet's answer may have been lost meanwhile, so the way to ask again is
 * there at once; and a complete checkout keeps nobody who has been sent on before.
 */
function pageRestored(state: State): Transition {
  if (state.phase === 'complete') return [{ ...state, foundOnLoad: true }, []]
  return isWaiting(state) && 'slow' in state ? [{ ...state, slow: true }, []] : [state, []]
}

function cancel(state: State): Transition {
  if (!isCancelable(state)) return [state, []]
  const checkout = checkoutOf(state)
  if (!checkout) return [state, []]
  if (isManaging(state)) return complete(checkout, null, true, [])
  const effects: Effect[] = [{ type: 'abort_flow' }, { type: 'announce_cancel' }]
  return [{ phase: 'canceled', checkout: { ...checkout, notice: null } }, effects]
}

function restart(checkout: Checkout): Transition {
  if (!checkout.connection) return [{ phase: 'choosing', checkout, wallets: 'unasked' }, []]
  return checkout.customer === null ? signingIn(checkout, null) : reviewing(checkout)
}
