import { randomBytes } from 'node:crypto'
import { AUSD_DOMAIN, RECEIVE_WITH_AUTHORIZATION_TYPES } from '@per-second/protocol/terms'
import type { Address } from '@per-second/protocol/types'
import { call } from 'viem/actions'
import { bytesToHex, encodeFunctionData, hashTypedData } from 'viem/utils'
import { errorNameOf } from './calls/error-name-of.ts'
import { revertDataOf } from './calls/revert-data.ts'
import { operatorFromPrivateKey } from './operator-key.ts'
import { signDigest } from './sender/transaction-signer.ts'
import { tokenAbi } from './token-abi.ts'
import type { ChainClient } from './transport/chain-client.ts'

/** While one of these is on, the check is impossible. Every opening is simulated in any case. */
const PAUSES = new Set(['TransferPaused', 'SignatureVerificationPaused'])

const ALWAYS = 2n ** 40n

/**
 * Whether the token takes a deposit that is signed as payers sign it: a fresh key authorises itself to receive 0, in a
 * call that changes nothing. A token's named domain may differ from the domain that checks its signatures.
 */
export async function takesDeposits(
  client: ChainClient,
  { chainId, token }: { chainId: number; token: Address },
): Promise<boolean> {
  const key = operatorFromPrivateKey(bytesToHex(randomBytes(32)))
  const message = {
    ...{ from: key.address, to: key.address, value: 0n, validAfter: 0n, validBefore: ALWAYS },
    nonce: bytesToHex(randomBytes(32)),
  }
  const signed = hashTypedData({
    domain: { ...AUSD_DOMAIN, chainId, verifyingContract: token },
    types: RECEIVE_WITH_AUTHORIZATION_TYPES,
    primaryType: 'ReceiveWithAuthorization',
    message,
  })
  const { from, to, value, validAfter, validBefore, nonce } = message
  const data = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'receiveWithAuthorization',
    args: [from, to, value, validAfter, validBefore, nonce, await signDigest(key, signed)],
  })
  try {
    await call(client, { account: key.address, to: token, data })
    return true
  } catch (error) {
    const reverted = revertDataOf(error)
    if (reverted === null) throw error
    return PAUSES.has(errorNameOf(reverted) ?? '')
  }
}
