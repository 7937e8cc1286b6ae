/** EIP-1193: what answers JSON-RPC questions, and what viem's `custom` transport takes. Ours throws `ChainError` and nothing else. */
export type RpcProvider = {
  /** @throws RpcRejection when an endpoint answers with an error; `ChainError` when none answers. */
  request<T>(question: RpcQuestion): Promise<T>
}

export type RpcQuestion = { method: string; params?: readonly unknown[] }
