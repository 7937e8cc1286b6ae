import type { PairingClient } from './pairing-client.ts'

type SignClientModule = { SignClient: { init(options: object): Promise<PairingClient> } }

/** The loader of WalletConnect's client. The page's import of `wallet-connect` sets it, and the CDN file includes it. */
export const signClient: { load: (() => Promise<SignClientModule>) | null } = { load: null }
