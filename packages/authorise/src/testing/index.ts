export type { ChainAnswer } from '../wallet/fake-provider.ts'
export type { WalletAnswer, WalletControls, WalletPrompt } from '../wallet/wallet-controls.ts'
// biome-ignore lint/performance/noBarrelFile: an entry of the package
export { announceTestWallet, type TestWallet, type TestWalletOptions } from './announce-wallet.ts'
export { FakeService } from './fake-service.ts'
export type { FakeServiceOptions } from './fake-session.ts'
export { showPhase, TEST_PHASES, type TestPhase } from './show-phase.ts'
export { startTestCheckout, type TestCheckout, type TestCheckoutOptions } from './test-checkout.ts'
