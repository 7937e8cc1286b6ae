import { html, type TemplateResult } from 'lit'
import type { Checkout, State } from '../authorise-state.ts'
import { shortenMiddle } from '../format/shorten-middle.ts'
import { furtherIcon } from './further-icons.ts'
import { icon } from './icons.ts'
import { nobodyTemplate } from './nobody.ts'
import type { View } from './view.ts'

/** One row that always has the same place and height: nobody yet, the e-mail address, then the account that pays. */
export function identityTemplate(view: View, checkout: Checkout): TemplateResult {
  const { text, state } = view
  if (asksForEmail(state)) return emailTemplate(view, checkout)
  if (!checkout.connection) {
    return nobodyTemplate(isListing(state) ? text.walletChoose : text.walletHint)
  }
  const { address, walletName } = checkout.connection
  const isBusy = state.phase === 'signing' || state.phase === 'opening'
  return html`
    <div class="identity" part="account">
      ${icon('wallet')}
      <span class="account">
        <span class="wallet-name">${walletName}</span>
        <bdi class="address" dir="ltr">${shortenMiddle(address)}</bdi>
      </span>
      <button
        type="button"
        class="text-button"
        aria-label=${text.changeWalletLabel}
        ?hidden=${isBusy}
        @click=${() => view.send({ type: 'change_wallet_pressed' })}
      >
        ${text.changeWallet}
      </button>
    </div>
  `
}

function isListing(state: State): boolean {
  return state.phase === 'choosing' && Array.isArray(state.wallets)
}

function asksForEmail(state: State): boolean {
  return state.phase === 'signing_in' || (state.phase === 'error' && state.retry === 'sign_in')
}

function emailTemplate({ text, state, send }: View, checkout: Checkout): TemplateResult {
  const isBusy = state.phase === 'signing_in' && state.step !== 'idle'
  const submit = (event: KeyboardEvent) => {
    if (event.key === 'Enter') send({ type: 'sign_in_pressed' })
  }
  return html`
    <label class="identity field ${checkout.emailRefused ? 'invalid' : ''}">
      ${furtherIcon('mail')}
      <span class="labelled">
        <span class="label">${text.email}</span>
        <input
          class="email"
          part="email"
          type="email"
          name="email"
          autocomplete="email"
          autocapitalize="none"
          spellcheck="false"
          maxlength="254"
          placeholder=" "
          aria-label=${text.email}
          aria-invalid=${checkout.emailRefused ? 'true' : 'false'}
          aria-describedby="message"
          ?readonly=${isBusy}
          data-value=${checkout.email}
          @input=${(event: InputEvent) =>
            send({ type: 'email_edited', email: (event.target as HTMLInputElement).value })}
          @keydown=${submit}
        />
      </span>
    </label>
  `
}
