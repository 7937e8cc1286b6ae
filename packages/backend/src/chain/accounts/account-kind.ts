import type { Address } from '@per-second/protocol/types'
import { getCode } from 'viem/actions'
import type { AccountKind } from '../../domain/draft.ts'
import type { ChainClient } from '../transport/chain-client.ts'

/** EIP-7702: the code of a delegated account is this prefix and the delegate's address. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i

/** Whether an account is a plain key, a key delegated by EIP-7702, or a contract. */
export async function accountKind(client: ChainClient, address: Address): Promise<AccountKind> {
  const code = await getCode(client, { address })
  if (code === undefined) return 'key'
  return DELEGATION.test(code) ? 'delegated' : 'contract'
}
