import { announceTestWallet, type TestWalletOptions } from '../src/testing/announce-wallet.ts'
import { createFakeProvider } from '../src/wallet/fake-provider.ts'
import { createWagmiWallet } from '../src/wallet/wagmi-wallet.ts'
import type { Wallet } from '../src/wallet/wallet.ts'
import type { WalletControls } from '../src/wallet/wallet-controls.ts'

export type StagedWalletOptions = TestWalletOptions & {
  /** The balance of every token, in base units. */
  balance?: bigint
  /** No wallet announces itself. */
  missing?: boolean
  /** The names of wallets beside it. */
  others?: readonly string[]
}

/** The element's own wallet port over a wallet in memory. All elements of a stage share it, and a test may replace its methods. */
export type StagedWallet = Wallet & { readonly controls: WalletControls }

export const EXAMPLE_WALLET = { name: 'Example Wallet', rdns: 'io.example', keepsKey: false }

let removeAnnounced = () => {}

export function stagedWallet(options: StagedWalletOptions = {}): StagedWallet {
  const { balance, missing = false, others = [], ...rest } = options
  // An earlier stage's wallet port knows its own wallets by now.
  removeAnnounced()
  const wallet = createWagmiWallet()
  const names = missing
    ? []
    : [{ ...EXAMPLE_WALLET, ...rest }, ...others.map(name => ({ name, rdns: `test.${name}` }))]
  const announced = names.map(announceTestWallet)
  removeAnnounced = () => {
    for (const { remove } of announced) remove()
  }
  const { controls } = announced[0] ?? createFakeProvider()
  if (balance !== undefined) controls.setBalance(balance)
  // An element that is removed releases it for all others of the stage.
  return { ...wallet, controls, release: () => undefined }
}
