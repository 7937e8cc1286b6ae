import { html, nothing, type TemplateResult } from 'lit'
import type { Event } from '../authorise-machine.ts'
import { type Checkout, isManaging, type State } from '../authorise-state.ts'
import { formatMoney } from '../format/format-money.ts'
import type { Text } from '../text/text.ts'
import { amountsOf } from './amount.ts'
import type { View } from './view.ts'

/** The next step and nothing else. `press` is null while somebody is being waited for. */
type Primary = { label: string; press: Event | null; enabled: boolean; busy: boolean }

/** The one button. It stays the same element from step to step, so it keeps its place, its size and the focus. */
export function primaryTemplate(view: View): TemplateResult {
  const primary = primaryOf(view.state, view.text)
  const { press } = primary
  return html`
    <button
      type="button"
      class="primary ${primary.busy ? 'busy' : ''}"
      part="button"
      ?disabled=${!primary.enabled}
      aria-disabled=${primary.busy ? 'true' : nothing}
      @click=${() => press && view.send(press)}
      @pointerenter=${view.preloadWallet}
      @focus=${view.preloadWallet}
    >
      ${primary.busy ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}
      <span class="label">${primary.label}</span>
    </button>
  `
}

function primaryOf(state: State, text: Text): Primary {
  switch (state.phase) {
    case 'choosing':
      return state.wallets === 'looking'
        ? busy(text.lookingForWallets)
        : ready(text.connectWallet, 'connect_pressed')
    case 'connecting':
      return busy(text.confirmIn(state.wallet.name))
    case 'signing_in':
      if (state.step === 'idle') return ready(text.signIn, 'sign_in_pressed')
      return busy(state.step === 'wallet' ? text.confirmIn(walletName(state.checkout)) : text.signingIn)
    case 'reviewing':
      return authorise(state.checkout, text)
    case 'signing':
      return busy(signingLabel(state.step, state.checkout, text))
    case 'opening':
      return busy(text.opening(state.checkout.chain?.name ?? null))
    case 'error':
      return isManaging(state) || state.retry !== 'authorise' || amountsOf(state.checkout)
        ? ready(text.tryAgain, 'retry_pressed')
        : { ...ready(text.tryAgain, 'retry_pressed'), enabled: false }
    case 'unavailable':
      return ready(text.tryAgain, 'retry_pressed')
    case 'canceled':
      return ready(text.startAgain, 'restart_pressed')
    case 'complete':
      return ready(text.connectWallet, 'connect_pressed')
    default:
      return { label: text.connectWallet, press: null, enabled: false, busy: false }
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

function ready(
  label: string,
  type: 'connect_pressed' | 'sign_in_pressed' | 'authorise_pressed' | 'retry_pressed' | 'restart_pressed',
): Primary {
  return { label, press: { type }, enabled: true, busy: false }
}

function busy(label: string): Primary {
  return { label, press: null, enabled: true, busy: true }
}
