import { html } from 'hono/html'
import type { Html } from '../../page/layout.ts'

/** The chain's data for a page's dev wallet. */
export type ChainForPages = { id: number; rpcUrl: string; token: string }

/** The faucet's gift to a wallet, in whole AUSD. */
export const FAUCET_AMOUNT = '100'

/** The demo's own dev wallet. Another wallet gets test money in the card. A real shop has none of this. */
export function walletPanel(chain: ChainForPages): Html {
  return html`<section
    class="wallet"
    aria-label="Test money"
    data-chain-id="${chain.id}"
    data-rpc-url="${chain.rpcUrl}"
    data-token="${chain.token}"
  >
    <div id="dev-wallet"></div>
  </section>`
}
