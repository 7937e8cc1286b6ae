import { usdFromBaseUnits } from '@per-second/protocol/money'
import { css, html, nothing, type TemplateResult } from 'lit'
import { formatDecimal } from '../format/format-money.ts'
import { shortenMiddle } from '../format/shorten-middle.ts'
import type { Checkout } from '../machine/state.ts'
import type { WalletChoice } from '../wallet/wallet.ts'
import { payerRowTemplate } from './identity-rows.ts'
import { icon } from './later-icons.ts'
import { isFirstClick } from './primary.ts'
import type { View } from './view.ts'

/** One button per wallet found. Icons only as `data:` URIs: nothing is loaded from anywhere. */
export function walletsTemplate({ text, send }: View, wallets: WalletChoice[]): TemplateResult {
  return html`
    <div class="wallets" part="wallets" role="group" aria-label=${text.walletChoose}>
      ${wallets.map(
        wallet => html`
          <button
            type="button"
            class="secondary wallet"
            part="wallet"
            @click=${(event: MouseEvent) => isFirstClick(event) && send({ type: 'wallet_chosen', wallet })}
          >
            ${
              wallet.icon?.startsWith('data:image/')
                ? html`<img class="wallet-icon" src=${wallet.icon} alt="" width="24" height="24" @error=${hide} />`
                : icon('wallet')
            }
            <span class="wallet-name">${wallet.name}</span>
            ${icon('chevron')}
          </button>
        `,
      )}
    </div>
  `
}

/** A wallet may announce an icon that is none. */
function hide({ currentTarget }: Event): void {
  ;(currentTarget as HTMLElement).hidden = true
}

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
  return html`<span class="tiles" aria-hidden="true">${drawn.map(({ icon: src }) => html`<img class="wallet-icon" src=${src ?? ''} alt="" width="28" height="28" @error=${hide} />`)}</span>
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
      <span class="labelled account">
        <span class="says wallet-name">${walletName}</span>
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

/** The wallets to choose from, and the account that was chosen. A long name of a wallet gets two lines. */
export const walletsStyles = css`
  .wallet-name {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
  }
  .account .address {
    align-self: start;
    white-space: normal;
    font-size: calc(12em / 15);
    line-height: calc(16em / 12);
    color: var(--_muted);
  }
  .address bdi,
  .balance {
    white-space: nowrap;
  }
  .wallets {
    display: flex;
    flex-direction: column;
    gap: 8px;
    animation: appear var(--_ease) backwards;
  }
  .wallets .wallet {
    gap: 12px;
    text-align: start;
  }
  .wallet .wallet-name {
    flex: 1;
  }
  .wallet > .icon {
    width: 20px;
    height: 20px;
    color: var(--_muted);
  }
  .wallet-icon {
    border-radius: 6px;
  }
  .tiles {
    display: flex;
    flex: none;
  }
  .tiles .wallet-icon {
    box-sizing: content-box;
    border: 2px solid var(--_sunken);
    border-radius: 10px;
  }
  .tiles .wallet-icon + .wallet-icon {
    margin-inline-start: -4px;
  }
  @container billing-authorise (max-width: 17em) {
    .identity {
      flex-wrap: wrap;
    }
    .account {
      flex-basis: 60%;
    }
  }
`
