import { convertWalletError, walletError } from '../convert-wallet-error.ts'
import type { ConnectOptions } from '../wallet.ts'
import { PairedProvider } from './paired-provider.ts'
import { accountsOn, caipChain, type PairedSession, type PairingClient } from './pairing-client.ts'
import { signClient } from './sign-client.ts'

const METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'eth_call',
  'eth_getCode',
  'eth_getBlockByNumber',
  'eth_getTransactionReceipt',
  'eth_getLogs',
]
const EVENTS = ['chainChanged', 'accountsChanged']

/** The validity of a link that does not state one, in milliseconds: WalletConnect's five minutes. */
const PAIRING_MS = 300_000

const ABANDONED = { code: 6000, message: 'User disconnected.' }

/**
 * WalletConnect's client for this page. It sends only the data that pairing needs.
 *
 * @throws {WalletError} `wallet_connect_missing` if the page has not imported it, `relay_unreachable` otherwise
 */
export async function loadSignClient(projectId: string): Promise<PairingClient> {
  if (!signClient.load) throw walletError('wallet_connect_missing')
  try {
    const { SignClient } = await signClient.load()
    return await SignClient.init({
      projectId,
      telemetryEnabled: false,
      logger: 'silent',
      customStoragePrefix: 'billing-authorise',
      metadata: { name: document.title || location.host, description: '', url: location.origin, icons: [] },
    })
  } catch (cause) {
    throw walletError('relay_unreachable', cause)
  }
}

/** An earlier session of this client that is still valid. Null without one. */
export function resumePairing(client: PairingClient, chainId = 1): PairedProvider | null {
  const now = Date.now() / 1000
  const session = client.session.getAll().findLast(({ expiry }) => expiry > now)
  return session ? new PairedProvider(client, session, chainId) : null
}

/**
 * Offers a pairing and waits until a wallet accepts it. Rejects with `user_rejected`, `pairing_expired`, `relay_unreachable`, or when
 * the signal aborts. A session that arrives after that is ended at once, so that the wallet shows none.
 */
export async function pair(
  client: PairingClient,
  { chainId = 1, signal, onPairing }: ConnectOptions,
): Promise<PairedProvider> {
  const { uri, approval } = await propose(client, chainId)
  if (uri === undefined || !uri.startsWith('wc:')) throw walletError('relay_unreachable')
  signal?.throwIfAborted()
  onPairing?.(uri)
  const session = await approved(client, approval(), { remaining: expiryOf(uri) - Date.now(), signal })
  if (accountsOn(session, chainId).length === 0) {
    abandon(client, session)
    throw walletError('locked')
  }
  return new PairedProvider(client, session, chainId)
}

async function propose(client: PairingClient, chainId: number): ReturnType<PairingClient['connect']> {
  const eip155 = { chains: [caipChain(chainId)], methods: METHODS, events: EVENTS }
  try {
    // Optional: a wallet without a method still pairs, and the request that needs the method fails.
    return await client.connect({ optionalNamespaces: { eip155 } })
  } catch (cause) {
    throw walletError('relay_unreachable', cause)
  }
}

/** The first of: a session, a refusal, the end of the link, the end of the attempt. */
function approved(
  client: PairingClient,
  approval: Promise<PairedSession>,
  { remaining, signal }: { remaining: number; signal: AbortSignal | undefined },
): Promise<PairedSession> {
  const { promise, resolve, reject } = Promise.withResolvers<PairedSession>()
  let isOpen = true
  const close = (settle: () => void) => {
    if (!isOpen) return
    isOpen = false
    clearTimeout(timer)
    settle()
  }
  const timer = setTimeout(() => close(() => reject(walletError('pairing_expired'))), Math.max(0, remaining))
  signal?.addEventListener('abort', () => close(() => reject(signal.reason)), { once: true })
  approval.then(
    session => (isOpen ? close(() => resolve(session)) : abandon(client, session)),
    error => close(() => reject(convertWalletError(error))),
  )
  return promise
}

function abandon(client: PairingClient, { topic }: PairedSession): void {
  client.disconnect({ topic, reason: ABANDONED }).catch(() => undefined)
}

/** When a link expires, in unix milliseconds: it says so itself (`expiryTimestamp`, in seconds). */
function expiryOf(uri: string): number {
  const stated = Number(/[?&]expiryTimestamp=(\d+)/.exec(uri)?.[1])
  return Number.isSafeInteger(stated) ? stated * 1000 : Date.now() + PAIRING_MS
}
