import type { Address, Hex } from '@per-second/protocol/types'
import type { JsonRpc } from './transport/json-rpc.ts'

/** EIP-7702: the code of a delegated account is this prefix and the delegate's address. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i

/** Whether an account is a plain key, a key delegated by EIP-7702, or a contract. */
export async function accountKind(rpc: JsonRpc, address: Address): Promise<'key' | 'delegated' | 'contract'> {
  const code = await rpc.request<Hex>('eth_getCode', [address, 'latest'])
  if (code === '0x') return 'key'
  return DELEGATION.test(code) ? 'delegated' : 'contract'
}
