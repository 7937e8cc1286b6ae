import { randomBytes } from 'node:crypto'
import { TOKEN_DECIMALS } from '@per-second/protocol/money'
import { AUSD_DOMAIN, RECEIVE_WITH_AUTHORIZATION_TYPES } from '@per-second/protocol/terms'
import type { Address } from '@per-second/protocol/types'
import { domainSeparator } from 'viem'
import { call, getCode, readContract } from 'viem/actions'
import { bytesToHex, encodeFunctionData, hashTypedData } from 'viem/utils'
import { errorNameOf } from './calls/error-name-of.ts'
import { revertDataOf } from './calls/revert-data.ts'
import { ChainError } from './chain-error.ts'
import { operatorFromPrivateKey } from './operator-key.ts'
import { signDigest } from './sender/transaction-signer.ts'
import { tokenAbi } from './token-abi.ts'
import type { ChainClient } from './transport/chain-client.ts'

export type ExpectedChain = { chainId: number; escrow: Address; token: Address }

/**
 * Refuses a chain that is not the configured one. It has no escrow at its address, or its token is not an AUSD. The
 * decimals, the named EIP-712 domain and the domain that checks deposits must be AUSD's. Each endpoint's chain id is
 * checked beneath, repeatedly. Signatures for such a chain would be worthless, or valid for another purpose.
 *
 * @throws ChainError `escrow_missing`, or `rejected` with the mismatch
 */
export async function checkConnection(
  client: ChainClient,
  { chainId, escrow, token }: ExpectedChain,
): Promise<void> {
  // Side by side: a distant endpoint takes its time for each.
  const [hasEscrow, hasToken] = await Promise.all([hasCode(client, escrow), hasCode(client, token)])
  if (!hasEscrow) throw new ChainError('escrow_missing', `there is no escrow at ${escrow}`)
  if (!hasToken) throw new ChainError('rejected', `there is no token at ${token}`)
  const contract = { address: token, abi: tokenAbi }
  const [decimals, separator, isTaken] = await Promise.all([
    readContract(client, { ...contract, functionName: 'decimals' }),
    readContract(client, { ...contract, functionName: 'DOMAIN_SEPARATOR' }),
    takesDeposits(client, { chainId, token }),
  ])
  if (decimals !== TOKEN_DECIMALS)
    throw new ChainError('rejected', `the token ${token} has ${decimals} decimals, not ${TOKEN_DECIMALS}`)
  const expected = domainSeparator({ domain: { ...AUSD_DOMAIN, chainId, verifyingContract: token } })
  if (separator !== expected || !isTaken)
    throw new ChainError('rejected', `the token ${token} does not sign under AUSD's EIP-712 domain`)
}

async function hasCode(client: ChainClient, address: Address): Promise<boolean> {
  return (await getCode(client, { address })) !== undefined
}

/** While one of these is on, the check is impossible. Every opening is simulated in any case. */
const PAUSES = new Set(['TransferPaused', 'SignatureVerificationPaused'])

const ALWAYS = 2n ** 40n

/**
 * Whether the token takes a deposit that is signed as payers sign it: a fresh key authorises itself to receive 0, in a
 * call that changes nothing. A token's named domain may differ from the domain that checks its signatures.
 */
async function takesDeposits(
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
