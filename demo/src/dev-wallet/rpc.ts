import { ProviderRpcError } from './provider-rpc-error.ts'

let lastId = 0

/** One JSON-RPC call. Throws {@link ProviderRpcError}: the node's own code, or 4900 when it cannot be reached. */
export async function callRpc(rpcUrl: string, method: string, params: unknown): Promise<unknown> {
  lastId += 1
  const body = JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params: params ?? [] })
  const answer = await post(rpcUrl, body)
  if (answer.error) throw new ProviderRpcError(answer.error.code, answer.error.message, answer.error.data)
  return answer.result
}

type RpcAnswer = { result?: unknown; error?: { code: number; message: string; data?: unknown } }

async function post(rpcUrl: string, body: string): Promise<RpcAnswer> {
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return (await response.json()) as RpcAnswer
  } catch (error) {
    throw new ProviderRpcError(4900, 'The network cannot be reached.', error)
  }
}
