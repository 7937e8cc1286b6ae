import type { Address, Hex, WireTypedData } from '@per-second/protocol/types'
import { revertDataOf } from './revert-data.ts'
import type { JsonRpc } from './transport/json-rpc.ts'
import { toQuantity } from './transport/quantity.ts'
import { loadViem } from './viem-module.ts'

/** ERC-1271: what `isValidSignature` answers, padded to a word, for a signature it accepts. */
const ERC1271_ACCEPTED = `0x1626ba7e${'0'.repeat(56)}`

/** A wallet's code runs on the node that is asked; an opening leaves it no more than this either. */
const ERC1271_GAS = 400_000

const HALF_CURVE_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

const ERC1271_ABI = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [
      { name: 'hash', type: 'bytes32' },
      { name: 'signature', type: 'bytes' },
    ],
    outputs: [{ type: 'bytes4' }],
  },
] as const

type SignedMessage = { address: Address; message: string; signature: Hex }
type SignedTypedData = { address: Address; typedData: WireTypedData; signature: Hex }

/** EIP-191: by the address's own key, or accepted by its ERC-1271 contract. */
export async function verifyMessage(
  rpc: JsonRpc,
  { address, message, signature }: SignedMessage,
): Promise<boolean> {
  const { hashMessage } = await loadViem()
  const digest = hashMessage(message)
  return (
    (await recovers(address, digest, signature)) || (await contractAccepts(rpc, address, digest, signature))
  )
}

/**
 * EIP-712, as the token decides it before it asks a contract: 65 bytes with `v` 27 or 28 and a low `s` that recover to the address. An
 * EIP-7702 account has code, and its key still signs.
 */
export async function isSignedByKey({ address, typedData, signature }: SignedTypedData): Promise<boolean> {
  const { openingDigest } = await import('@per-second/protocol/terms')
  return isStrict(signature) && recovers(address, openingDigest(typedData), signature)
}

function isStrict(signature: Hex): boolean {
  if (!/^0x[0-9a-f]{128}(1b|1c)$/i.test(signature)) return false
  return BigInt(`0x${signature.slice(66, 130)}`) <= HALF_CURVE_ORDER
}

async function recovers(address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  const { recoverAddress } = await loadViem()
  try {
    return (await recoverAddress({ hash, signature })).toLowerCase() === address.toLowerCase()
  } catch {
    // Bytes that are no point on the curve are a contract's business or nobody's.
    return false
  }
}

async function contractAccepts(rpc: JsonRpc, address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  if (!/^0x([0-9a-f]{2})*$/i.test(signature)) return false
  if ((await rpc.request<Hex>('eth_getCode', [address, 'latest'])) === '0x') return false
  const { encodeFunctionData } = await loadViem()
  const data = encodeFunctionData({
    abi: ERC1271_ABI,
    functionName: 'isValidSignature',
    args: [hash, signature],
  })
  try {
    const call = { to: address, data, gas: toQuantity(ERC1271_GAS) }
    return (await rpc.request<Hex>('eth_call', [call, 'latest'])) === ERC1271_ACCEPTED
  } catch (error) {
    if ((await revertDataOf(rpc, error)) !== null) return false
    throw error
  }
}
