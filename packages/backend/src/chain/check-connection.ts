import { TOKEN_DECIMALS } from '@per-second/protocol/money'
import { AUSD_DOMAIN } from '@per-second/protocol/terms'
import type { Address } from '@per-second/protocol/types'
import { domainSeparator } from 'viem'
import { getCode, readContract } from 'viem/actions'
import { ChainError } from './chain-error.ts'
import { tokenAbi } from './token-abi.ts'
import type { ChainClient } from './transport/chain-client.ts'

export type ExpectedChain = { chainId: number; escrow: Address; token: Address }

/**
 * Refuses a chain that is not the configured one. It has no escrow at its address, or its token is not an AUSD. The
 * decimals and the EIP-712 domain must be AUSD's. Each endpoint's chain id is checked beneath, repeatedly. Signatures for
 * such a chain would be worthless, or valid for another purpose. Every opening is simulated in any case.
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
  const [decimals, separator] = await Promise.all([
    readContract(client, { ...contract, functionName: 'decimals' }),
    readContract(client, { ...contract, functionName: 'DOMAIN_SEPARATOR' }),
  ])
  if (decimals !== TOKEN_DECIMALS)
    throw new ChainError('rejected', `the token ${token} has ${decimals} decimals, not ${TOKEN_DECIMALS}`)
  const expected = domainSeparator({ domain: { ...AUSD_DOMAIN, chainId, verifyingContract: token } })
  if (separator !== expected)
    throw new ChainError('rejected', `the token ${token} does not sign under AUSD's EIP-712 domain`)
}

async function hasCode(client: ChainClient, address: Address): Promise<boolean> {
  return (await getCode(client, { address })) !== undefined
}
