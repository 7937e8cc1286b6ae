import { isHexAddress } from '../signing/pins.ts'
import type { WalletProvider } from './wallet-provider.ts'

/**
 * Normalises a provider's response to EIP-1193. Some bridges leave the JSON-RPC envelope around it. Some wallets return a single account
 * instead of a list, null, or entries that are no accounts.
 *
 * @throws the error in an envelope
 */
export function civilAnswer(method: string, answer: unknown): unknown {
  const result = opened(answer)
  if (/^eth_(requestA|a)ccounts$/.test(method)) return accountsIn(result)
  return method === 'eth_chainId' ? (chainIn(result) ?? result) : result
}

/**
 * Normalises the value of a provider's event to EIP-1193. If the event does not carry the new value, the provider is queried for it.
 * Then the value is a promise, of null if the provider does not report it either.
 */
export function civilEvent(provider: WalletProvider, event: string, value: unknown): unknown {
  const ask = async (method: string) => {
    try {
      return civilAnswer(method, await provider.request({ method }))
    } catch {
      return null
    }
  }
  if (event === 'accountsChanged') return Array.isArray(value) ? accountsIn(value) : ask('eth_accounts')
  if (event !== 'chainChanged' && event !== 'connect') return value
  const as = (chainId: unknown) => (event === 'connect' && chainId !== null ? { chainId } : chainId)
  const chainId = chainIn(value)
  return chainId === null ? ask('eth_chainId').then(asked => as(chainIn(asked))) : as(chainId)
}

function opened(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('jsonrpc' in answer)) return answer
  if ('error' in answer && answer.error) throw answer.error
  return 'result' in answer ? answer.result : null
}

/** The addresses, also of CAIP-10, in the wallet's own spelling. */
function accountsIn(value: unknown): string[] {
  const accounts = Array.isArray(value) ? value : [value]
  return accounts.map(account => String(account).split(':').at(-1) ?? '').filter(isHexAddress)
}

/** The id of a chain in hex, from a number, a text of any kind, or an object around either. */
export function chainIn(value: unknown): `0x${string}` | null {
  if (typeof value === 'object' && value !== null) return 'chainId' in value ? chainIn(value.chainId) : null
  const chainId = Number(typeof value === 'string' ? value.split(':').at(-1) : value)
  return Number.isSafeInteger(chainId) && chainId > 0 ? `0x${chainId.toString(16)}` : null
}
