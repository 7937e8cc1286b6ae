// biome-ignore lint/performance/noBarrelFile: what loads as one before the wallet is prompted
export { signing } from './signing/signing.ts'
export { createWagmiWallet } from './wallet/wagmi-wallet.ts'
