/** Replaces `src/wallet/pairing/sign-client.ts`: the CDN file contains WalletConnect's client. */
export const signClient = { load: () => import('@walletconnect/sign-client') }
