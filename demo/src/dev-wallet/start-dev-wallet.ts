import { type Address, concatHex, formatUnits, isHex, padHex, size } from 'viem'
import { confirmInDialog } from './confirm-dialog.ts'
import { createDevWalletProvider, type DevWalletProvider } from './dev-wallet-provider.ts'
import { openKeyStore } from './key-store.ts'
import { WALLET_ICON_URI } from './wallet-icon.ts'

export type DevWalletOptions = {
  rpcUrl: string
  /** The dev wallet exists on the embedded chain (31337) only. */
  chainId: number
  /** The chain's AUSD. Without it amounts are named by the typed data's own domain and no balance is known. */
  token?: Address
  /** Sends whole AUSD (a decimal string) to an address. */
  faucet?: (address: Address, amount: string) => Promise<void>
}

export type DevWallet = {
  readonly address: Address
  readonly provider: DevWalletProvider
  /** Balance in whole AUSD, exact, or null when no token was named. Throws when the chain cannot be read. */
  balance(): Promise<string | null>
  /** Asks the faucet for whole AUSD (a decimal string), or null without a faucet. */
  readonly getTestAusd: ((amount: string) => Promise<void>) | null
  /** Takes the wallet off the page. */
  stop(): void
}

const EMBEDDED_CHAIN_ID = 31_337
const AUSD_DECIMALS = 6

/** Selector of ERC-20's `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231'

const INFO = Object.freeze({
  // One dev wallet a page, so a constant tells it from every other provider.
  uuid: '6f0b7f2e-3c55-4a57-9d0a-5a2f7f1d9b61',
  name: 'Dev wallet',
  icon: WALLET_ICON_URI,
  rdns: 'dev.per-second.wallet',
})

/**
 * Starts the store's dev wallet: a key of its own, made on first use, and a provider announced by EIP-6963. Answers null, and
 * announces nothing, anywhere but on the embedded chain.
 */
export function startDevWallet(options: DevWalletOptions): DevWallet | null {
  const { rpcUrl, chainId, token = null, faucet } = options
  if (chainId !== EMBEDDED_CHAIN_ID) return null
  const { provider, address, close } = createDevWalletProvider({
    keyStore: openKeyStore(pageStorage()),
    chainId,
    rpcUrl,
    origin: location.origin,
    confirm: confirmation => confirmInDialog(confirmation, token),
  })
  const detail = Object.freeze({ info: INFO, provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()

  return {
    address,
    provider,
    async balance() {
      if (!token) return null
      const data = concatHex([BALANCE_OF, padHex(address, { size: 32 })])
      const answer = await provider.request({ method: 'eth_call', params: [{ to: token, data }, 'latest'] })
      return isHex(answer) && size(answer) === 32 ? formatUnits(BigInt(answer), AUSD_DECIMALS) : null
    },
    getTestAusd: faucet ? amount => faucet(address, amount) : null,
    stop() {
      window.removeEventListener('eip6963:requestProvider', announce)
      close()
    },
  }
}

function pageStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
