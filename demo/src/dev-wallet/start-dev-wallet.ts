import { announceTestWallet, type ChainAnswer, type TestWallet } from '@per-second/authorise/testing'
import { type Address, concatHex, isHex, padHex, size } from 'viem'
import { confirmInDialog } from './confirm-dialog.ts'
import { promptContent } from './prompt-content.ts'
import { WALLET_ICON_URI } from './wallet-icon.ts'

export type DevWalletOptions = {
  rpcUrl: string
  /** The dev wallet exists on the embedded chain (31337) only. */
  chainId: number
  /** The chain's AUSD. */
  token: Address
  /** Sends whole AUSD (a decimal string) to an address. */
  faucet: (address: Address, amount: string) => Promise<void>
}

export type DevWallet = {
  readonly address: Address
  readonly provider: TestWallet['provider']
  /** Balance in base units. Throws when the chain cannot be read. */
  balance(): Promise<bigint>
  /** Asks the faucet for whole AUSD (a decimal string). */
  getTestAusd(amount: string): Promise<void>
  /** Takes the wallet off the page. */
  stop(): void
}

const EMBEDDED_CHAIN_ID = 31_337
const CONNECTED = 'per-second.dev-wallet.connected'

/** Selector of ERC-20's `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231'

/**
 * Starts the store's dev wallet: the test wallet with a key of its own, made on first use, and a person who is asked in a dialog.
 * Answers null, and announces nothing, anywhere but on the embedded chain.
 */
export function startDevWallet(options: DevWalletOptions): DevWallet | null {
  const { rpcUrl, chainId, token, faucet } = options
  if (chainId !== EMBEDDED_CHAIN_ID) return null
  let isAsking = false
  const { provider, controls, remove } = announceTestWallet({
    name: 'Dev wallet',
    rdns: 'dev.per-second.wallet',
    icon: WALLET_ICON_URI,
    chainId,
    isShared: isConnected(),
    onShared: keepConnected,
    askChain: call => askChain(rpcUrl, call),
    async confirm(prompt, params) {
      const content = promptContent(prompt, params, { origin: location.origin, address, token })
      if (content === null) return true
      if (isAsking) throw Object.assign(new Error('The wallet is asking already.'), { code: -32002 })
      isAsking = true
      return confirmInDialog(content).finally(() => {
        isAsking = false
      })
    },
  })
  const { address } = controls

  return {
    address,
    provider,
    async balance() {
      const data = concatHex([BALANCE_OF, padHex(address, { size: 32 })])
      const answer = await provider.request({ method: 'eth_call', params: [{ to: token, data }, 'latest'] })
      if (!isHex(answer) || size(answer) !== 32) throw new Error('The chain has no such token.')
      return BigInt(answer)
    },
    getTestAusd: amount => faucet(address, amount),
    stop() {
      remove()
      controls.endConnection()
    },
  }
}

async function askChain(rpcUrl: string, call: { method: string; params?: unknown }): Promise<ChainAnswer> {
  const { method, params = [] } = call
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return await response.json()
  } catch {
    return { error: { code: 4900 } }
  }
}

/** Whether the person has let this site see the account. A page without storage prompts again at the next load. */
function isConnected(): boolean {
  try {
    return localStorage.getItem(CONNECTED) === 'yes'
  } catch {
    return false
  }
}

function keepConnected(connected: boolean): void {
  try {
    localStorage.setItem(CONNECTED, connected ? 'yes' : 'no')
  } catch {
    // Nothing but the next prompt depends on it.
  }
}
