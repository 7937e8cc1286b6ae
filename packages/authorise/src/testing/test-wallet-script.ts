import type { ChainAnswer } from '../wallet/fake-provider.ts'
import type { WalletPrompt } from '../wallet/wallet-controls.ts'
import { announceTestWallet, type TestWallet, type TestWalletOptions } from './announce-wallet.ts'
import { drawFaucetButton } from './faucet-button.ts'

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
