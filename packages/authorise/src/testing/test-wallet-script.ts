import type { ChainAnswer } from '../wallet/fake-provider.ts'
import type { WalletPrompt } from '../wallet/wallet-controls.ts'
import { announceTestWallet, type TestWallet, type TestWalletOptions } from './announce-wallet.ts'

/** The options that a page leaves in `perSecondTestWallet` before the script, as JSON. Afterwards the wallet is there. */
type PageOptions = Pick<TestWalletOptions, 'key' | 'chainId' | 'name' | 'rdns'> & {
  /** The endpoint of the chain. */
  rpcUrl?: string
  /** The faucet path of the script's own host, with `{wallet_address}`. Without it there is no button. */
  faucetPath?: string
}

declare global {
  var perSecondTestWallet: PageOptions | TestWallet | undefined
  /** Calls the chain for pages that may not do so themselves. The test kit defines it, and otherwise the script below. */
  var perSecondAskChain: ((call: object) => Promise<ChainAnswer>) | undefined
  var perSecondTellPrompt: ((prompt: WalletPrompt) => void) | undefined
}

const STYLE = `
:host { all: initial; display: block; padding: 12px; }
button {
  font: 600 13px/18px system-ui, sans-serif; min-height: 32px; padding: 0 12px; border-radius: 16px; cursor: pointer;
  color: light-dark(#141a2a, #eef1f7); background: light-dark(#ffffff, #161b28); border: 1px solid light-dark(#868d9c, #747d91);
}
button:disabled { cursor: default; opacity: 0.7; }
button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
`
const NAME = 'Get 100 test AUSD'

/** Puts a small button at the end of the page, never over its card. It requests money and reports the result. */
function drawFaucetButton(fund: () => Promise<void>): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = NAME
  button.title = 'Fills the test wallet, which signs whatever a page asks it to'
  button.addEventListener('click', async () => {
    button.disabled = true
    button.textContent = 'Asking…'
    const said = await fund().then(
      () => '100 test AUSD arrived',
      () => 'The faucet did not answer: try again',
    )
    button.textContent = said
    button.disabled = false
  })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  const host = document.createElement('per-second-faucet')
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  root.append(button)
  // During hydration a framework would find an element that it did not render.
  if (document.readyState === 'complete') document.body.append(host)
  else window.addEventListener('load', () => document.body.append(host), { once: true })
}

const given = globalThis.perSecondTestWallet ?? {}
// A page that loads the script twice still has one wallet.
if (!('controls' in given)) start(given)

function start({ rpcUrl, faucetPath, ...options }: PageOptions): void {
  const fromPage = rpcUrl && ((call: object) => post(rpcUrl, { jsonrpc: '2.0', id: 1, ...call }))
  const askChain = globalThis.perSecondAskChain ?? (fromPage || undefined)
  const wallet = announceTestWallet({ ...options, askChain, onPrompt: globalThis.perSecondTellPrompt })
  globalThis.perSecondTestWallet = wallet
  const { src } = (document.currentScript ?? {}) as { src?: string }
  if (!faucetPath || !src) return
  const faucet = new URL(faucetPath, src).href
  drawFaucetButton(async () => {
    const { tx_hash } = await post<{ tx_hash?: string }>(faucet, { wallet_address: wallet.controls.address })
    if (!tx_hash) throw new Error('The faucet gave nothing.')
  })
}

async function post<T = ChainAnswer>(url: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}
