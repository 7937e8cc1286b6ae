import type { KeptSignIn } from '../token-store.ts'
import type { WalletChoice, WalletConnection } from '../wallet/wallet.ts'
import { type Flow, signInOf, verifiedChain } from './flow.ts'

/** Lists the wallets of this browser. Prompts nothing. */
export async function discoverWallets(flow: Flow): Promise<void> {
  const wallet = await flow.wallet()
  flow.dispatch({ type: 'wallets_found', wallets: await wallet.discover() })
}

/** Connects the chosen wallet, once the chain has been checked. */
export async function connectWallet(flow: Flow, choice: WalletChoice): Promise<void> {
  const chain = await verifiedChain(flow)
  const wallet = await flow.wallet()
  flow.signal.throwIfAborted()
  const connection = await wallet.connect(choice.id, {
    chainId: chain.chain_id,
    signal: flow.signal,
    onPairing: pairing => flow.dispatch({ type: 'pairing_offered', pairing }),
  })
  connected(flow, connection)
}

/** Takes up the wallet of an earlier sign-in after a reload. Prompts nothing, and no failure of it is worth a word. */
export async function reconnectWallet(flow: Flow, signIn: KeptSignIn): Promise<void> {
  const connection = await flow
    .wallet()
    .then(wallet => wallet.reconnect(signIn.walletId))
    .catch(() => null)
  if (!connection) return flow.dispatch({ type: 'wallet_not_resumed' })
  connected(flow, connection)
}

function connected(flow: Flow, connection: WalletConnection): void {
  const customer = signInOf(flow.store, connection.address)?.customer ?? null
  const othersSignIn = customer === null && flow.store.read() !== null
  flow.dispatch({ type: 'wallet_connected', connection, customer, othersSignIn })
}
