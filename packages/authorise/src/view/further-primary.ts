import { type Checkout, isManaging, type State } from '../authorise-state.ts'
import { formatMoney } from '../format/format-money.ts'
import type { Text } from '../text/text.ts'
import { isPaired } from '../wallet/wallet.ts'
import { amountsOf } from './amount.ts'
import { busy, type Primary, ready } from './primary.ts'

/** The button of every phase beyond the first screen; null where the first screen's own is right. */
export function furtherPrimary(state: State, text: Text): Primary | null {
  switch (state.phase) {
    case 'connecting':
      return busy(isPaired(state.wallet.id) ? text.pairing.code : text.confirmIn(state.wallet.name))
    case 'signing_in':
      if (state.step === 'idle') return ready(text.signIn, 'sign_in_pressed')
      return busy(state.step === 'wallet' ? text.confirmIn(walletName(state.checkout)) : text.signingIn)
    case 'reviewing':
      return authorise(state.checkout, text)
    case 'signing':
      return busy(signingLabel(state.step, state.checkout, text))
    case 'opening':
      return busy(state.checkout.chain ? text.openingOn(state.checkout.chain.name) : text.opening)
    case 'error':
      return isManaging(state) || state.retry !== 'authorise' || amountsOf(state.checkout)
        ? null
        : { ...ready(text.tryAgain, 'retry_pressed'), enabled: false }
    case 'canceled':
      return ready(text.startAgain, 'restart_pressed')
    case 'complete':
      return ready(text.connectWallet, 'connect_pressed')
    default:
      return null
  }
}

function authorise(checkout: Checkout, text: Text): Primary {
  const amounts = amountsOf(checkout)
  if (!amounts) return { label: text.authoriseNothing, press: null, enabled: false, busy: false }
  const amount = formatMoney(amounts.depositUsd, { locale: text.locale })
  return ready(text.authorise(amount), 'authorise_pressed')
}

type SigningStep = Extract<State, { phase: 'signing' }>['step']

function signingLabel(step: SigningStep, checkout: Checkout, text: Text): string {
  switch (step) {
    case 'preparing':
      return text.preparing
    case 'chain':
      return checkout.connection?.chainId === checkout.chain?.chain_id
        ? text.preparing
        : text.switchingChain(walletName(checkout), checkout.chain?.name ?? '')
    case 'checking':
      return text.checkingFunds
    case 'wallet':
      return text.confirmIn(walletName(checkout))
  }
}

function walletName(checkout: Checkout): string {
  return checkout.connection?.walletName ?? ''
}
