import type { Address, Hex } from '@per-second/protocol/types'
import { getTransaction, getTransactionCount } from 'viem/actions'
import { parseTransaction } from 'viem/utils'
import { ChainError, toChainError } from '../chain-error.ts'
import { ifFound } from '../if-found.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import { RpcRejection } from '../transport/rpc-rejection.ts'

type SentTransaction = {
  sender: Address
  raw: Hex
  hash: Hex
  /** That of the embedded chain answers when they are mined. */
  method?: 'eth_sendRawTransaction' | 'eth_sendRawTransactionSync'
}

/**
 * Sends signed bytes. Sending known bytes again is harmless.
 *
 * @throws ChainError `nonce_taken` when another transaction has the nonce, `rejected` when the chain refuses for another reason
 */
export async function sendTransaction(
  client: ChainClient,
  { sender, raw, hash, method = 'eth_sendRawTransaction' }: SentTransaction,
): Promise<void> {
  try {
    await client.request({ method, params: [raw] })
  } catch (error) {
    const refusal = toChainError(error)
    if (!(refusal instanceof RpcRejection)) throw refusal
    // Nodes tell a repeat from a conflict in words only, so they are asked instead.
    if ((await ifFound(getTransaction(client, { hash }))) !== null) return
    const { nonce = 0 } = parseTransaction(raw)
    if ((await getTransactionCount(client, { address: sender })) > nonce)
      throw new ChainError('nonce_taken', `another transaction has nonce ${nonce}`, { cause: refusal })
    throw refusal
  }
}
