import type { Address, Hex } from '@per-second/protocol/types'
import type { PrivateKeyAccount } from 'viem/accounts'
import { ChainError } from '../chain-error.ts'
import type { OperatorKey } from '../operator-key.ts'
import { loadViem, type Viem } from '../viem-module.ts'
import type { Fees } from './fees.ts'

export type TransactionRequest = { to: Address; data: Hex; gas: bigint; nonce: number; fees: Fees }

/** Signs the operator's transactions for one chain (EIP-1559). The same request always gives the same bytes (RFC 6979). */
export async function signTransaction(
  operator: OperatorKey,
  chainId: number,
  { to, data, gas, nonce, fees }: TransactionRequest,
): Promise<{ hash: Hex; raw: Hex }> {
  const viem = await loadViem()
  const raw = await accountOf(viem, operator).signTransaction({
    type: 'eip1559',
    chainId,
    to,
    data,
    gas,
    nonce,
    value: 0n,
    ...fees,
  })
  return { hash: viem.keccak256(raw), raw }
}

const accounts = new WeakMap<OperatorKey, PrivateKeyAccount>()

/** An operator signs hour after hour, and its public key takes longer to find than a signature. */
function accountOf({ privateKeyToAccount }: Viem, operator: OperatorKey): PrivateKeyAccount {
  const account = accounts.get(operator) ?? privateKeyToAccount(operator.privateKey)
  if (account.address !== operator.address)
    throw new ChainError('rejected', 'the operator key does not belong to the operator address')
  accounts.set(operator, account)
  return account
}
