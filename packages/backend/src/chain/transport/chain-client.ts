import { type Client, createClient, type Transport } from 'viem'
import type { RpcProvider } from './rpc-provider.ts'

/** Whom viem's actions ask. What they throw has the provider's own `ChainError` in it: see `toChainError`. */
export type ChainClient = Client<Transport<'endpoints'>>

/** viem keeps no answers here, gathers no calls, and follows no contract to servers of its choice (ERC-3668). */
export function createChainClient(provider: RpcProvider): ChainClient {
  return createClient({ transport: endpointsTransport(provider), cacheTime: 0, ccipRead: false })
}

/**
 * What is asked goes to the provider as it is. viem's `createTransport` would ask again after an error, and give one answer to two
 * who ask at the same time, of whom the later may have distrusted the endpoints meanwhile.
 */
function endpointsTransport(provider: RpcProvider): Transport<'endpoints'> {
  const request = provider.request.bind(provider) as ReturnType<Transport>['request']
  const config = { key: 'endpoints', name: 'Endpoints', type: 'endpoints', retryCount: 0, request } as const
  return () => ({ config, request })
}
