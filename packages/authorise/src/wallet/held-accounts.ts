import type { Config, Connector } from '@wagmi/core'
import { withTimeout } from 'viem'
import { convertWalletError, walletError } from './convert-wallet-error.ts'
import { limitRead } from './limit-read.ts'
import { providerOf } from './wallet-provider.ts'

/** Resuming needs no person, so a wallet that does not respond within this time is gone, in milliseconds. */
const RESUME_MS = 5_000

/** Waits until the page's own configuration has finished its work at load, or for the time that resuming may take. */
export async function settled(config: Config): Promise<void> {
  const busy = () => config.state.status === 'connecting' || config.state.status === 'reconnecting'
  if (!busy()) return
  await new Promise<void>(resolve => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const timer = setTimeout(end, RESUME_MS)
    const unsubscribe = config.subscribe(
      state => state.status,
      () => busy() || end(),
    )
  })
}

/** Adds the account that the wallet already shares to the configuration. Never prompts; false if there is none. */
export async function resume(connector: Connector): Promise<boolean> {
  return withTimeout(
    async () => {
      if (!(await connector.isAuthorized())) return false
      const { accounts, chainId } = await connector.connect({ isReconnecting: true })
      if (accounts.length === 0) return false
      // wagmi's own reconnect drops every other connection of the configuration, and runs once at a time in a page.
      connector.emitter.emit('connect', { accounts, chainId })
      return true
    },
    { timeout: RESUME_MS },
  ).catch(() => false)
}

/**
 * Whether wagmi's connection is also the wallet's. A wallet may lock or switch accounts without an event. Then the connection is
 * updated, or dropped so that the next connect prompts instead of failing for ever.
 */
export async function isStillConnected(config: Config, connector: Connector): Promise<boolean> {
  if (!config.state.connections.has(connector.uid)) return false
  const accounts = await limitRead(() => connector.getAccounts())
  if (accounts.length > 0) connector.emitter.emit('change', { accounts })
  // wagmi's own action would make the wallet revoke its permission for the whole page.
  else connector.emitter.emit('disconnect')
  return accounts.length > 0
}

/** Lets the person choose the account again (EIP-2255). Prompts, unless the wallet does not support that choice. */
export async function askForAccount(connector: Connector): Promise<void> {
  const provider = await providerOf(connector)
  if (!provider) throw walletError('no_wallet')
  try {
    await provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
  } catch (error) {
    if (convertWalletError(error).code !== 'method_unsupported') throw error
  }
}
