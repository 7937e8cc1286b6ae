/**
 * EIP-1193: a provider that responds to JSON-RPC requests, and that viem's `custom` transport takes. Ours throws only
 * `ChainError`.
 */
export type RpcProvider = {
  /** @throws RpcRejection when an endpoint responds with an error, `ChainError` when none responds. */
  request<T>(question: RpcQuestion): Promise<T>
}

export type RpcQuestion = { method: string; params?: readonly unknown[] }
