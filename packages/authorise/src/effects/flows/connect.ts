import type { WalletChoice } from '../../wallet/wallet.ts'
import { type Flow, verifiedChain } from './flow.ts'

/**
 * Lists the wallets of this browser, and those that announce themselves later. A wallet that is already connected is used at once.
 * No wallet is prompted.
 */
export async function discoverWallets(flow: Flow, isChange: boolean): Promise<void> {
  const wallet = await flow.wallet()
  const connection = isChange ? null : await wallet.connected().catch(() => null)
  if (connection) return flow.dispatch({ type: 'wallet_connected', connection })
  const found = (wallets: WalletChoice[]) => flow.dispatch({ type: 'wallets_found', wallets, isChange })
  flow.signal.addEventListener('abort', wallet.onWallets(found), { once: true })
  found(await wallet.discover())
}

/** Connects the chosen wallet after the check of the chain. */
export async function connectWallet(flow: Flow, choice: WalletChoice): Promise<void> {
  const chain = await verifiedChain(flow)
  const wallet = await flow.wallet()
  flow.signal.throwIfAborted()
  const connection = await wallet.connect(choice.id, {
    chainId: chain.chain_id,
    signal: flow.signal,
    onPairing: pairing => flow.dispatch({ type: 'pairing_offered', pairing }),
  })
  flow.dispatch({ type: 'wallet_connected', connection })
}

/** Resumes the wallet from before a reload, without a prompt. A failure is not reported. */
export async function reconnectWallet(flow: Flow, walletId: string): Promise<void> {
  const connection = await flow
    .wallet()
    .then(wallet => wallet.reconnect(walletId))
    .catch(() => null)
  if (!connection) return flow.dispatch({ type: 'wallet_not_resumed' })
  flow.dispatch({ type: 'wallet_connected', connection })
}
