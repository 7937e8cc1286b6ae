import { SignClient } from '@walletconnect/sign-client'
import { walletError } from '../convert-wallet-error.ts'
import type { PairingClient } from './pairing-client.ts'

/** WalletConnect's client for this page. Sends nothing home but what pairing needs. */
export async function loadSignClient(projectId: string): Promise<PairingClient> {
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
