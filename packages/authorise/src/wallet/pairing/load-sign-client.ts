import { walletError } from '../convert-wallet-error.ts'
import type { PairingClient } from './pairing-client.ts'

const PACKAGE = '@walletconnect/sign-client'

/**
 * WalletConnect's client for this page. Sends nothing home but what pairing needs.
 *
 * @throws {WalletError} `wallet_connect_missing` where the page was built without it, `relay_unreachable` otherwise
 */
export async function loadSignClient(projectId: string): Promise<PairingClient> {
  const { SignClient } = await importSignClient()
  // Vite puts an empty module in the place of an optional peer that is not installed.
  if (!SignClient) throw walletError('wallet_connect_missing', 'an empty module')
  try {
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

/** An optional peer of this package: an import within a `try` is what bundlers let pass when it is not installed. */
async function importSignClient() {
  try {
    return await import('@walletconnect/sign-client')
  } catch (cause) {
    // Every bundler and browser names the module it does not know; one that the network lost is named by its file.
    if (!String(cause).includes(PACKAGE)) throw walletError('relay_unreachable', cause)
    throw walletError('wallet_connect_missing', cause)
  }
}
