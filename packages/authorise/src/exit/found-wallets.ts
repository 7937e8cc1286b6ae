import type { EIP1193Provider } from 'viem'

/** A wallet of this browser (EIP-6963), or the one at `window.ethereum`. */
export type FoundWallet = { id: string; name: string; provider: EIP1193Provider }

/**
 * Reports the wallets as they announce themselves, each once.
 *
 * @returns a function that ends the search
 */
export function findWallets(found: (wallets: readonly FoundWallet[]) => void): () => void {
  const wallets = new Map<string, FoundWallet>()
  const add = (wallet: FoundWallet) => {
    if (wallets.has(wallet.id)) return
    wallets.set(wallet.id, wallet)
    found([...wallets.values()])
  }
  const announced = (event: Event) => {
    const { info, provider } = (event as CustomEvent).detail ?? {}
    if (typeof info?.uuid === 'string' && typeof provider?.request === 'function')
      add({ id: info.uuid, name: nameOf(info.name), provider })
  }
  window.addEventListener('eip6963:announceProvider', announced)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  const { ethereum } = window as { ethereum?: EIP1193Provider }
  if (wallets.size === 0 && typeof ethereum?.request === 'function')
    add({ id: 'window.ethereum', name: 'The wallet of this browser', provider: ethereum })
  return () => window.removeEventListener('eip6963:announceProvider', announced)
}

/** A wallet's name as a short line, without characters that hide or turn text. Any extension can announce any name. */
function nameOf(name: unknown): string {
  const line = typeof name === 'string' ? name.replace(/[\p{C}\s]+/gu, ' ').trim() : ''
  return [...line].slice(0, 40).join('') || 'Wallet'
}
