import { html, type TemplateResult } from 'lit'
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
