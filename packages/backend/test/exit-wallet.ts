import type { Page } from 'playwright'
import { createWalletClient, type Hex, http, keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

/** A price that anvil accepts, whose blocks have no base fee. */
export const GAS_PRICE = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 0n }

type Asked = { method: string; params?: unknown[] }

/** A browser's wallet that approves everything. It forwards requests that it does not sign itself to its endpoint. */
export type ExitWallet = {
  /** The methods that needed the owner, in order. */
  prompts: string[]
  /** Refuses to read logs, as endpoints do whose limits are too low. */
  refuseLogs: boolean
  /** Its owner cancels each transaction: another one of the same nonce is sent, and the first one's hash is returned. */
  cancels: boolean
}

/** Puts a key into a page as a wallet that announces itself (EIP-6963). Call it before the page is opened. */
export async function createWallet(
  page: Page,
  { account, rpcUrl, name }: { account: PrivateKeyAccount; rpcUrl: string; name: string },
): Promise<ExitWallet> {
  const client = createWalletClient({ account, transport: http(rpcUrl) })
  const wallet: ExitWallet = { prompts: [], refuseLogs: false, cancels: false }
  const answer = async ({ method, params = [] }: Asked): Promise<unknown> => {
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return [account.address]
      case 'eth_signTypedData_v4': {
        wallet.prompts.push(method)
        const { types, ...typedData } = JSON.parse(params[1] as string)
        const { EIP712Domain: _, ...own } = types
        return account.signTypedData({ ...typedData, types: own })
      }
      case 'eth_sendTransaction': {
        wallet.prompts.push(method)
        const { to, data } = params[0] as { to: Hex; data: Hex }
        if (!wallet.cancels) return client.sendTransaction({ to, data, chain: null, ...GAS_PRICE })
        const cancelled = await client.prepareTransactionRequest({ to, data, chain: null, ...GAS_PRICE })
        const { nonce } = cancelled
        await client.sendTransaction({ to: account.address, nonce, chain: null, ...GAS_PRICE })
        return keccak256(await account.signTransaction({ ...cancelled, type: 'eip1559' } as never))
      }
      case 'eth_getLogs':
        if (wallet.refuseLogs) throw new Error('query returned more than 10000 results')
    }
    return client.request({ method, params } as never)
  }
  await page.exposeFunction('askWallet', async (asked: Asked) => {
    try {
      return { result: await answer(asked) }
    } catch (error) {
      const { code, message, data } = error as { code?: number; message: string; data?: unknown }
      return { error: { code: code ?? -32_603, message, data } }
    }
  })
  await page.addInitScript(announce, name)
  return wallet
}

/** Runs in the page. */
function announce(name: string): void {
  const { askWallet } = window as unknown as {
    askWallet(asked: unknown): Promise<{ result?: unknown; error?: { code: number; message: string } }>
  }
  const provider = {
    request: async (asked: unknown) => {
      const { result, error } = await askWallet(asked)
      if (error) throw Object.assign(new Error(error.message), error)
      return result
    },
    on: () => {},
    removeListener: () => {},
  }
  const detail = Object.freeze({ info: { uuid: name, name, icon: '', rdns: 'example.wallet' }, provider })
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}
