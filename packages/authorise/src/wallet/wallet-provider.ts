import type { Connector } from '@wagmi/core'
import { chainIn } from './civil-provider.ts'
import { walletError } from './convert-wallet-error.ts'
import { isProvider } from './find-wallets.ts'
import { limitRead } from './limit-read.ts'

/** The part of an EIP-1193 provider that the adapter uses. */
export type WalletProvider = {
  request(call: { method: string; params?: unknown }): Promise<unknown>
}

/** The provider behind a connector, or null when there is none (yet). */
export async function providerOf(connector: Connector): Promise<WalletProvider | null> {
  const provider = await connector.getProvider()
  return isProvider(provider) ? provider : null
}

/** The current chain of a provider. Its events may be wrong or missing. */
export async function providerChainId(provider: WalletProvider): Promise<number> {
  const answer = await limitRead(() => provider.request({ method: 'eth_chainId' }))
  const chainId = chainIn(answer)
  if (chainId === null) throw walletError('wallet_failed', answer)
  return Number(chainId)
}

/** @throws {WalletError} `chain_mismatch` */
export async function requireChain(provider: WalletProvider, chainId: number): Promise<void> {
  if ((await providerChainId(provider)) !== chainId) throw walletError('chain_mismatch')
}
