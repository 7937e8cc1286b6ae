// biome-ignore lint/performance/noBarrelFile: what loads as one when the subscriber chooses WalletConnect
export { loadSignClient } from './load-sign-client.ts'
export { pair } from './pair.ts'
export { PairedProvider } from './paired-provider.ts'
