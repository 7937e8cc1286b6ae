import type { PairingClient } from './pairing-client.ts'

type SignClientModule = { SignClient: { init(options: object): Promise<PairingClient> } }

/** How WalletConnect's client is loaded. The page's import of `wallet-connect` says it, and the CDN file brings it along. */
export const signClient: { load: (() => Promise<SignClientModule>) | null } = { load: null }
