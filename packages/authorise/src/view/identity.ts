import { usdFromBaseUnits } from '@per-second/protocol/money'
import { html, nothing, type TemplateResult } from 'lit'
import { formatDecimal } from '../format/format-money.ts'
import { shortenMiddle } from '../format/shorten-middle.ts'
import type { Checkout } from '../machine/state.ts'
import { payerRowTemplate } from './identity-rows.ts'
import { icon } from './later-icons.ts'
import type { View } from './view.ts'

/** The wallet's balance, once it is read. */
function balanceTemplate({ text }: View, { balance }: Checkout): TemplateResult | typeof nothing {
  if (balance === null) return nothing
  return html`<span class="balance">· ${formatDecimal(usdFromBaseUnits(balance), text)} AUSD</span>`
}

/** The icons of the wallets found, as many as have their place. */
function foundTemplate({ text, found }: View): TemplateResult | typeof nothing {
  const drawn = (found ?? []).filter(({ icon }) => icon).slice(0, 3)
  if (!found || found.length === 0) return nothing
  const names = new Intl.ListFormat(text.language).format(found.map(({ name }) => name))
  return html`<span class="tiles" aria-hidden="true">${drawn.map(({ icon: src }) => html`<img class="wallet-icon" src=${src ?? ''} alt="" width="28" height="28" />`)}</span>
    <span class="visually-hidden">${text.walletsFound(names)}</span>`
}

/** The account that pays, in the place and height of the row before it. */
export function identityTemplate(view: View, checkout: Checkout): TemplateResult {
  const { text, state } = view
  if (!checkout.connection) {
    const isListing = state.phase === 'choosing' && Array.isArray(state.wallets)
    return payerRowTemplate(
      isListing ? text.walletChoose : text.walletHint,
      text.walletMeans,
      foundTemplate(view),
    )
  }
  const { address, walletName } = checkout.connection
  const isBusy = state.phase === 'signing' || state.phase === 'opening'
  return html`
    <div class="identity" part="account">
      ${icon('wallet')}
      <span class="account">
        <span class="wallet-name">${walletName}</span>
        <span class="address"><bdi dir="ltr">${shortenMiddle(address)}</bdi> ${balanceTemplate(view, checkout)}</span>
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
