import { html } from 'hono/html'
import type { Html } from '../../page/layout.ts'

/** What a page's dev wallet needs to know about the chain. */
export type ChainForPages = { id: number; rpcUrl: string; token: string }

/** What "Send" gives to a visitor's own wallet, in whole AUSD. */
export const FAUCET_AMOUNT = '100'

/** The demo's help with wallets: its own dev wallet, and test money for any other. A real shop has none of this. */
export function walletPanel(chain: ChainForPages): Html {
  return html`<section
    class="wallet"
    aria-label="Test money"
    data-chain-id="${chain.id}"
    data-rpc-url="${chain.rpcUrl}"
    data-token="${chain.token}"
  >
    <div id="dev-wallet" class="dev-wallet"></div>
    <details>
      <summary>Using MetaMask or another wallet?</summary>
      <form class="wallet-other" id="other-wallet" data-amount="${FAUCET_AMOUNT}">
        <label for="other-address">Wallet address</label>
        <input
          id="other-address"
          name="address"
          placeholder="0x…"
          autocomplete="off"
          spellcheck="false"
          required
          pattern="0x[0-9a-fA-F]{40}"
          title="0x and 40 letters or digits"
        />
        <button class="button small" type="submit">Send ${FAUCET_AMOUNT} test AUSD</button>
        <button class="link" type="button" id="connect-other" hidden>Fill in from my browser wallet</button>
        <p class="wallet-status" role="status"></p>
      </form>
      <p>The demo's network is added to it when you sign.</p>
    </details>
  </section>`
}
