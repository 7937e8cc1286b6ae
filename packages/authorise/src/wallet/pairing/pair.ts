import { pause } from '../../service/pause.ts'
import { walletError } from '../convert-wallet-error.ts'
import type { ConnectOptions } from '../wallet.ts'
import { PairedProvider } from './paired-provider.ts'
import { accountsOn, caipChain, endSession, type PairingClient } from './pairing-client.ts'
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
 * Offers a pairing and waits until a wallet accepts it. Rejects with the wallet's refusal, `pairing_expired`, `relay_unreachable`,
 * `locked`, or when the signal aborts. An unused session, also one that arrives after that, is ended at once, so that the wallet shows none.
 */
export async function pair(
  client: PairingClient,
  { chainId = 1, signal, onPairing }: ConnectOptions,
): Promise<PairedProvider> {
  const { uri, approval } = await propose(client, chainId)
  if (uri === undefined || !uri.startsWith('wc:')) throw walletError('relay_unreachable')
  signal?.throwIfAborted()
  onPairing?.(uri)
  const accepted = approval()
  const expired = pause(expiryOf(uri) - Date.now(), signal).then(() => {
    throw walletError('pairing_expired')
  })
  try {
    const session = await Promise.race([accepted, expired])
    if (accountsOn(session, chainId).length === 0) throw walletError('locked')
    return new PairedProvider(client, session, chainId)
  } catch (cause) {
    accepted.then(unused => endSession(client, unused)).catch(() => undefined)
    throw cause
  }
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

/** When a link expires, in unix milliseconds: it says so itself (`expiryTimestamp`, in seconds). */
function expiryOf(uri: string): number {
  const stated = Number(/[?&]expiryTimestamp=(\d+)/.exec(uri)?.[1])
  return Number.isSafeInteger(stated) ? stated * 1000 : Date.now() + PAIRING_MS
}
