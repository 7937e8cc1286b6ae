import { type Client, createClient, type Transport } from 'viem'
import type { RpcProvider } from './rpc-provider.ts'

/** The client of viem's actions. Their errors have the provider's own `ChainError` inside: see `toChainError`. */
export type ChainClient = Client<Transport<'endpoints'>>

/** viem keeps no answers here, gathers no calls, and follows no contract to servers of its choice (ERC-3668). */
export function createChainClient(provider: RpcProvider): ChainClient {
  return createClient({ transport: endpointsTransport(provider), cacheTime: 0, ccipRead: false })
}

/**
 * Requests go to the provider as they are. viem's `createTransport` would repeat a request after an error, and share
 * one response between two concurrent callers. The later of them may have distrusted the endpoints meanwhile.
 */
function endpointsTransport(provider: RpcProvider): Transport<'endpoints'> {
  const request = provider.request.bind(provider) as ReturnType<Transport>['request']
  const config = { key: 'endpoints', name: 'Endpoints', type: 'endpoints', retryCount: 0, request } as const
  return () => ({ config, request })
}
