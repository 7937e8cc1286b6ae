import { TOKEN_DECIMALS } from '@per-second/protocol/money'
import { AUSD_DOMAIN } from '@per-second/protocol/terms'
import type { Address, Hex } from '@per-second/protocol/types'
import { ChainError } from './chain-error.ts'
import { readContract } from './read-contract.ts'
import { tokenAbi } from './token-abi.ts'
import type { JsonRpc } from './transport/json-rpc.ts'
import { fromQuantity } from './transport/quantity.ts'
import { loadViem } from './viem-module.ts'

export type ExpectedChain = { chainId: number; escrow: Address; token: Address }

/**
 * Refuses a chain that is not the configured one: another chain id, no escrow at its address, or a token that is not an AUSD
 * by its decimals and its EIP-712 domain. Signatures made for it would be worthless, or good for something else.
 *
 * @throws ChainError `rejected` with what does not fit
 */
export async function checkConnection(
  rpc: JsonRpc,
  { chainId, escrow, token }: ExpectedChain,
): Promise<void> {
  const actual = fromQuantity(await rpc.request<Hex>('eth_chainId'))
  if (actual !== chainId)
    throw new ChainError('rejected', `the endpoint is on chain ${actual}, not ${chainId}`)
  await checkCode(rpc, escrow, 'escrow')
  await checkCode(rpc, token, 'token')
  const decimals = await readContract(rpc, token, tokenAbi, 'decimals', [])
  if (decimals !== TOKEN_DECIMALS)
    throw new ChainError('rejected', `the token ${token} has ${decimals} decimals, not ${TOKEN_DECIMALS}`)
  const separator = await readContract(rpc, token, tokenAbi, 'DOMAIN_SEPARATOR', [])
  if (separator !== (await domainSeparator(chainId, token)))
    throw new ChainError('rejected', `the token ${token} does not sign under AUSD's EIP-712 domain`)
}

async function checkCode(rpc: JsonRpc, address: Address, what: string): Promise<void> {
  const code = await rpc.request<Hex>('eth_getCode', [address, 'latest'])
  if (code === '0x') throw new ChainError('rejected', `there is no ${what} at ${address}`)
}

/** EIP-712's separator of AUSD's domain for this chain and address. */
async function domainSeparator(chainId: number, token: Address): Promise<Hex> {
  const { encodeAbiParameters, keccak256, stringToHex } = await loadViem()
  const hashed = (text: string) => keccak256(stringToHex(text))
  const type = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'
  return keccak256(
    encodeAbiParameters(
      [
        { type: 'bytes32' },
        { type: 'bytes32' },
        { type: 'bytes32' },
        { type: 'uint256' },
        { type: 'address' },
      ],
      [hashed(type), hashed(AUSD_DOMAIN.name), hashed(AUSD_DOMAIN.version), BigInt(chainId), token],
    ),
  )
}
