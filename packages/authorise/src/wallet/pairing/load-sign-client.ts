import { walletError } from '../convert-wallet-error.ts'
import type { PairingClient } from './pairing-client.ts'
import { signClient } from './sign-client.ts'

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
