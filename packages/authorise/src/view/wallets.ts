import { css, html, type TemplateResult } from 'lit'
import type { WalletChoice } from '../wallet/wallet.ts'
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
            class="wallet"
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

/** The wallets to choose from, and the account that was chosen. A long name of a wallet gets two lines. */
export const walletsStyles = css`
  .account {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-width: 0;
  }
  .wallet-name {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
  }
  .account .wallet-name {
    line-height: calc(20em / 15);
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
  .wallet {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 48px;
    padding: 8px 12px;
    text-align: start;
    background: var(--_surface);
    border: 1px solid var(--_edge);
    border-radius: var(--_corner-small);
    transition: background-color var(--_ease);
  }
  .wallet:hover {
    background: var(--_sunken);
    border-color: var(--_field);
  }
  .wallet .wallet-name {
    flex: 1;
    font-weight: var(--_weight);
  }
  .wallet > .icon {
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
