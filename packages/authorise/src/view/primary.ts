import { html, nothing, type TemplateResult } from 'lit'
import { returnUrl } from '../dom/return-url.ts'
import { formatMoney } from '../format/format-money.ts'
import { isEmail } from '../machine/email.ts'
import type { Event } from '../machine/event.ts'
import { isHopeless, type Problem } from '../machine/problem.ts'
import { type Checkout, checkoutOf, lockIn, type StateIn } from '../machine/state.ts'
import type { Text } from '../text/text.ts'
import { isPaired } from '../wallet/wallet.ts'
import { amountsOf } from './amount.ts'
import type { View } from './view.ts'

/** The next step and nothing else. `press` is null during a wait. */
type Primary = {
  label: string
  press: Event | null
  enabled: boolean
  amount?: string | null
  /** The button's action, read aloud after its label. */
  does?: string
}

/** The one button. It stays the same element from step to step, so it keeps its place, its size and the focus. */
export function primaryTemplate(view: View): TemplateResult | typeof nothing {
  const { state } = view
  // While something stands signed, trying again hands in the same signature, and that can help.
  const failed = state.phase === 'error' || state.phase === 'unavailable'
  const isFixed = checkoutOf(state)?.session.max_duration_seconds
  if (failed && !lockIn(state) && (isHopeless(state.problem) || (isFixed && isTooSmall(state.problem))))
    return backTemplate(view)
  const { press, label, enabled, amount, does } = primaryOf(view)
  const busy = press === null
  return html`
    <button
      type="button"
      class="primary ${busy ? 'busy' : ''}"
      part="button"
      ?disabled=${!enabled}
      aria-label=${does ? `${label}: ${does}` : nothing}
      aria-disabled=${busy ? 'true' : nothing}
      @click=${(event: MouseEvent) => press && isFirstClick(event) && view.send(press)}
      @pointerenter=${view.preloadWallet}
      @focus=${view.preloadWallet}
    >
      ${busy ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}
      <span class="label" data-amount=${amount ?? nothing}>${label}</span>
    </button>
  `
}

/** Another length can help, and trying again with the same one cannot. */
function isTooSmall({ code }: Problem): boolean {
  return code === 'deposit_below_minimum'
}

/** Where trying again cannot help, the next step is the shop. Its address comes with the session. */
function backTemplate({ state, text }: View): TemplateResult | typeof nothing {
  const session = checkoutOf(state)?.session
  const back = session ? returnUrl(session.cancel_url, session.id) : null
  if (!session || back === null) return nothing
  const press = (event: MouseEvent) => isFirstClick(event) || event.preventDefault()
  return html`<a class="primary" part="button" href=${back} @click=${press}>${text.backTo(session.merchant.name)}</a>`
}

/** The second click of a double click may hit a control that the first one brought, so it is ignored. */
export function isFirstClick({ detail }: MouseEvent): boolean {
  return detail < 2
}

function primaryOf({ state, text, found }: View): Primary {
  switch (state.phase) {
    case 'loading':
      if (state.slow) return ready(text.tryAgain, 'retry_pressed')
      return { ...ready(text.connectWallet, 'connect_pressed'), enabled: false }
    case 'expired':
      return { ...ready(text.connectWallet, 'connect_pressed'), enabled: false }
    case 'choosing': {
      if (state.wallets === 'looking') return waiting(text.preparing)
      const connect = ready(text.connectWallet, 'connect_pressed')
      return found?.length === 0 ? renamed(connect, text.noWallet.installed) : connect
    }
    case 'connecting':
      return waiting(isPaired(state.wallet.id) ? text.preparing : text.confirmIn(state.wallet.name))
    case 'signing_in':
      if (state.step === 'idle') return ready(text.signIn, 'sign_in_pressed')
      return waiting(state.step === 'wallet' ? text.confirmIn(walletName(state.checkout)) : text.preparing)
    case 'reviewing':
      return authorise(state.checkout, text)
    case 'signing':
      return waiting(signingLabel(state, text))
    case 'opening':
      // Another browser's opening cannot be given up here, only read again.
      if (state.slow && state.checkout.lock === null) return ready(text.tryAgain, 'retry_pressed')
      return waiting(state.checkout.chain ? text.openingOn(state.checkout.chain.name) : text.preparing)
    case 'error': {
      const asksForLength =
        state.retry === 'authorise' && (!amountsOf(state.checkout) || isTooSmall(state.problem))
      if (asksForLength) return { ...ready(text.stepAuthorise, 'authorise_pressed'), enabled: false }
      const again = ready(text.tryAgain, 'retry_pressed')
      if (state.problem.code === 'no_wallet') return renamed(again, text.noWallet.installed)
      return state.problem.shortfall ? renamed(again, text.added) : again
    }
    case 'unavailable':
      return ready(text.tryAgain, 'retry_pressed')
    case 'canceled':
      return ready(text.startAgain, 'retry_pressed')
    case 'complete':
      return ready(text.connectWallet, 'connect_pressed')
  }
}

function authorise(checkout: Checkout, text: Text): Primary {
  const amounts = amountsOf(checkout)
  const amount = amounts && formatMoney(amounts.depositUsd, text)
  const label = amount ? text.authorise(amount) : text.stepAuthorise
  return { ...ready(label, 'authorise_pressed'), enabled: amount !== null && isEmail(checkout.email), amount }
}

function signingLabel({ step, checkout }: StateIn<'signing'>, text: Text): string {
  switch (step) {
    case 'preparing':
      return text.preparing
    case 'chain':
      return checkout.connection?.chainId === checkout.chain?.chain_id
        ? text.preparing
        : text.switchingChain(walletName(checkout), checkout.chain?.name ?? '')
    case 'wallet':
      return text.confirmIn(walletName(checkout))
  }
}

function walletName(checkout: Checkout): string {
  return checkout.connection?.walletName ?? ''
}

function ready(
  label: string,
  type: 'connect_pressed' | 'sign_in_pressed' | 'authorise_pressed' | 'retry_pressed',
): Primary {
  return { label, press: { type }, enabled: true }
}

/** After a stop the button says that the subscriber is done. Its action is read aloud after that. */
function renamed(primary: Primary, label: string): Primary {
  return { ...primary, label, does: primary.label }
}

function waiting(label: string): Primary {
  return { label, press: null, enabled: true }
}
