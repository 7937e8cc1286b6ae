import type { Wallet, WalletChoice } from '../../wallet/wallet.ts'
import { connectedWallet, type Flow, verifiedChain } from './flow.ts'

/**
 * Lists the wallets of this browser, and those that announce themselves later. A wallet that is already connected is used at once, or
 * released if the subscriber wants another one. No wallet is prompted.
 */
export async function discoverWallets(flow: Flow<Wallet>, isChange: boolean): Promise<void> {
  const wallet = await flow.wallet()
  // Not awaited: the list does not wait for the relay of a wallet on another device.
  if (isChange) wallet.disconnect().catch(() => undefined)
  const connection = isChange ? null : await wallet.connected().catch(() => null)
  if (connection) return flow.dispatch({ type: 'wallet_connected', connection })
  const found = (wallets: WalletChoice[]) => flow.dispatch({ type: 'wallets_found', wallets, isChange })
  flow.signal.addEventListener('abort', wallet.onWallets(found), { once: true })
  found(await wallet.discover())
}

/** Connects the chosen wallet after the check of the chain. */
export async function connectWallet(flow: Flow<Wallet>, choice: WalletChoice): Promise<void> {
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
export async function reconnectWallet(flow: Flow<Wallet>, walletId: string): Promise<void> {
  const connection = await flow
    .wallet()
    .then(wallet => wallet.reconnect(walletId))
    .catch(() => null)
  if (!connection) return flow.dispatch({ type: 'wallet_not_resumed' })
  flow.dispatch({ type: 'wallet_connected', connection })
}

/** Proves the account to the service: a challenge, the element's own text, one signature, a token for the meter (EIP-4361). */
export async function signIn(flow: Flow<Wallet>): Promise<void> {
  const [chain, signing] = await Promise.all([verifiedChain(flow), flow.ports.loadSigning()])
  const wallet = await connectedWallet(flow)
  const { connection } = flow.checkout()
  if (!connection) return
  const { address } = connection
  const challenge = await flow.service.challenge(
    flow.sessionId,
    { wallet_address: address, chain_id: chain.chain_id },
    { signal: flow.signal },
  )
  const message = signing.verifySignInText({
    message: challenge.message,
    nonce: challenge.nonce,
    origin: flow.ports.pageOrigin(),
    address,
    chainId: chain.chain_id,
    expiresAt: challenge.expires_at,
  })
  flow.dispatch({ type: 'sign_in_waits', step: 'wallet' })
  flow.signal.throwIfAborted()
  const signature = await wallet.signMessage(message)
  flow.signal.throwIfAborted()
  flow.dispatch({ type: 'sign_in_waits', step: 'service' })
  const { client_token, customer, session } = await flow.service.signIn(
    flow.sessionId,
    { message, signature },
    { signal: flow.signal },
  )
  flow.signal.throwIfAborted()
  flow.store.writeToken({ token: client_token, customer, address, walletId: connection.walletId })
  flow.dispatch({ type: 'signed_in', customer, session })
}
