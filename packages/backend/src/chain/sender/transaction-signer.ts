import type { Address, Hex } from '@per-second/protocol/types'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { keccak256 } from 'viem/utils'
import type { OperatorKey } from '../operator-key.ts'
import type { Fees } from './fees.ts'

/** The embedded chain asks for no fees, so no account there needs its native coin. */
const NO_FEES: Fees = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }

export type TransactionRequest = { to: Address; data: Hex; gas: bigint; nonce: number; fees?: Fees }

/** Signs the operator's transactions for one chain (EIP-1559). The same request always gives the same bytes (RFC 6979). */
export async function signTransaction(
  operator: OperatorKey,
  chainId: number,
  { to, data, gas, nonce, fees = NO_FEES }: TransactionRequest,
): Promise<{ hash: Hex; raw: Hex }> {
  const raw = await accountOf(operator).signTransaction({
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

/** Signs a digest of typed data as r, s, v. */
export function signDigest(operator: OperatorKey, hash: Hex): Promise<Hex> {
  return accountOf(operator).sign({ hash })
}

const accounts = new WeakMap<OperatorKey, PrivateKeyAccount>()

/** An operator signs hour after hour, and its public key takes longer to find than a signature. */
function accountOf(operator: OperatorKey): PrivateKeyAccount {
  const account = accounts.get(operator) ?? privateKeyToAccount(operator.privateKey)
  accounts.set(operator, account)
  return account
}
