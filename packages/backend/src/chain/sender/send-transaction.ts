import type { Address, Hex } from '@per-second/protocol/types'
import { ChainError } from '../chain-error.ts'
import type { JsonRpc } from '../transport/json-rpc.ts'
import { fromQuantity } from '../transport/quantity.ts'
import { RpcRejection } from '../transport/rpc-rejection.ts'
import { loadViem } from '../viem-module.ts'

/**
 * Sends signed bytes. Sending what the chain has already is harmless.
 *
 * @throws ChainError `nonce_taken` when another transaction has the nonce, `rejected` when the chain refuses for another reason
 */
export async function sendTransaction(
  rpc: JsonRpc,
  sender: Address,
  { raw, hash }: { raw: Hex; hash: Hex },
  method = 'eth_sendRawTransaction',
): Promise<void> {
  try {
    await rpc.request(method, [raw])
  } catch (error) {
    if (!(error instanceof RpcRejection)) throw error
    // Nodes tell a repeat from a conflict in words only, so they are asked instead.
    const known = await rpc.request<{ nonce: Hex } | null>('eth_getTransactionByHash', [hash])
    if (known !== null) return
    const { parseTransaction } = await loadViem()
    const { nonce = 0 } = parseTransaction(raw)
    if ((await countTransactions(rpc, sender)) > nonce)
      throw new ChainError('nonce_taken', `another transaction has nonce ${nonce}`, { cause: error })
    throw error
  }
}

/** Transactions of an account in blocks. */
export async function countTransactions(rpc: JsonRpc, account: Address): Promise<number> {
  return fromQuantity(await rpc.request<Hex>('eth_getTransactionCount', [account, 'latest']))
}
