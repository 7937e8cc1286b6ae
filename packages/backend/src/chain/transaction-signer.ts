import type { Address, Hex } from '@per-second/protocol/types'
import { ChainError } from './chain-error.ts'
import type { Fees } from './fees.ts'
import type { OperatorKey } from './operator-key.ts'
import { loadViem } from './viem-module.ts'

export type TransactionRequest = { to: Address; data: Hex; gas: bigint; nonce: number; fees: Fees }

/** Signs the operator's transactions for one chain (EIP-1559). The same request always gives the same bytes (RFC 6979). */
export async function signTransaction(
  operator: OperatorKey,
  chainId: number,
  { to, data, gas, nonce, fees }: TransactionRequest,
): Promise<{ hash: Hex; raw: Hex }> {
  const { privateKeyToAccount, keccak256 } = await loadViem()
  const account = privateKeyToAccount(operator.privateKey)
  if (account.address !== operator.address)
    throw new ChainError('rejected', 'the operator key does not belong to the operator address')
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId,
    to,
    data,
    gas,
    nonce,
    value: 0n,
    ...fees,
  })
  return { hash: keccak256(raw), raw }
}
