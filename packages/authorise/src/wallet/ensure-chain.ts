import { type AddEthereumChainParameter, numberToHex } from 'viem'
import { type ChainToUse, chainInTable } from '../chains/chain-in-table.ts'
import { isLoopbackUrl } from '../chains/is-loopback-url.ts'
import { parsedUrl } from '../chains/web-url.ts'
import { monotonicNow } from '../meter/monotonic-now.ts'
import { convertWalletError, walletError } from './convert-wallet-error.ts'
import { isQuick } from './is-quick.ts'
import type { WalletError } from './wallet.ts'
import { providerChainId, type WalletProvider } from './wallet-provider.ts'

/** The time in milliseconds that a wallet may take to reach the chain after it has confirmed the switch. */
const SWITCH_SETTLE_MS = 3_000
const POLL_MS = 50

/**
 * Brings the wallet onto the chain. It switches first (EIP-3326). If that fails for another reason than a person's refusal or an open
 * request, it adds the chain (EIP-3085). Only `eth_chainId` proves success. Throws `chain_mismatch` when the wallet ends up on another
 * chain.
 */
export async function ensureProviderChain(provider: WalletProvider, chain: ChainToUse): Promise<void> {
  const isThere = async () => (await providerChainId(provider)) === chain.chain_id
  if (await isThere()) return
  const refusal = await tried(() => switchChain(provider, chain))
  if (refusal !== null && !(await isThere())) {
    const failure = await addChain(provider, chain)
    if (failure && !(await isThere())) throw failure.code === 'wallet_failed' ? refusal : failure
    // Some wallets switch with the addition, others only add.
    if (!(await isThere())) await tried(() => switchChain(provider, chain))
  }
  if (!(await arrivesAt(provider, chain.chain_id))) throw walletError('chain_mismatch')
}

/** Adds the chain. Tries again with an explorer's address, which some wallets require. Returns the error, or null on success. */
async function addChain(provider: WalletProvider, chain: ChainToUse): Promise<WalletError | null> {
  const parameter = addChainParameter(chain)
  const add = (params: AddEthereumChainParameter) =>
    tried(() => provider.request({ method: 'wallet_addEthereumChain', params: [params] }))
  const failure = await add(parameter)
  if (!failure || failure.code === 'method_unsupported' || parameter.blockExplorerUrls) return failure
  // The embedded chain's endpoint is the service's own, which also has a page for transactions.
  const blockExplorerUrls = parameter.rpcUrls.slice(0, 1).map(endpoint => new URL(endpoint).origin)
  return add({ ...parameter, blockExplorerUrls })
}

/**
 * The error of a request that no person refused, or null on success. A refusal faster than a person is the wallet's own.
 *
 * @throws a person's refusal, and the error of a wallet with another open request
 */
async function tried(request: () => Promise<unknown>): Promise<WalletError | null> {
  const begun = monotonicNow()
  try {
    const answer = await request()
    // Both requests answer null (EIP-3326, EIP-3085). Some wallets return the error instead.
    if (typeof answer !== 'object' || answer === null || !('code' in answer)) return null
    throw answer
  } catch (thrown) {
    const error = convertWalletError(thrown)
    const isRefused = error.code === 'user_rejected' && !isQuick(begun)
    if (isRefused || error.code === 'request_pending') throw error
    // The wallet showed no prompt.
    return error.code === 'user_rejected' ? walletError('chain_not_added', thrown) : error
  }
}

/**
 * The parameters of a chain that a wallet does not know: from the project's own table if it has the chain, else from the service. Only
 * https, or http on loopback (docs/money.md, rule 56). Throws `chain_not_added` when no RPC address is left.
 */
export function addChainParameter(chain: ChainToUse): AddEthereumChainParameter {
  const { name, native_currency, rpc_urls, block_explorer_url } = chainInTable(chain.chain_id) ?? chain
  const rpcUrls = rpc_urls.filter(isFitForWallet)
  if (rpcUrls.length === 0) throw walletError('chain_not_added')
  const hasExplorer = block_explorer_url !== null && isFitForWallet(block_explorer_url)
  const blockExplorerUrls = hasExplorer ? { blockExplorerUrls: [block_explorer_url] } : {}
  return {
    chainId: numberToHex(chain.chain_id),
    chainName: name,
    nativeCurrency: native_currency,
    rpcUrls,
    ...blockExplorerUrls,
  }
}

function switchChain(provider: WalletProvider, chain: ChainToUse): Promise<unknown> {
  const params = [{ chainId: numberToHex(chain.chain_id) }]
  return provider.request({ method: 'wallet_switchEthereumChain', params })
}

async function arrivesAt(provider: WalletProvider, chainId: number): Promise<boolean> {
  const deadline = monotonicNow() + SWITCH_SETTLE_MS
  while ((await providerChainId(provider)) !== chainId) {
    if (monotonicNow() >= deadline) return false
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
  return true
}

function isFitForWallet(address: string): boolean {
  const url = parsedUrl(address)
  if (!url || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(address))
}
