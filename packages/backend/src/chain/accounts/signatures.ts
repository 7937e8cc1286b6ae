import { type EscrowLocation, openingDigest, openingTypedData } from '@per-second/protocol/terms'
import type { Address, Hex } from '@per-second/protocol/types'
import { call, getCode } from 'viem/actions'
import { encodeFunctionData, hashMessage } from 'viem/utils'
import { revertDataOf } from '../calls/revert-data.ts'
import { runWithin } from '../calls/run-within.ts'
import type { Opening } from '../chain.ts'
import { toChainError } from '../chain-error.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import { recovers } from './recovers.ts'
import { signatureForToken } from './undeployed-wallet.ts'

/** ERC-1271: the response of `isValidSignature` to a signature it accepts, padded to a word. */
const ERC1271_ACCEPTED = `0x1626ba7e${'0'.repeat(56)}`

/** A wallet's code runs on the called node. An opening leaves it no more than this either. */
const ERC1271_GAS = 400_000n

/** The simulated caller of a wallet: an address without an owner. */
const ASKING: Address = '0x00000000000000000000000000000000000a5c1e'

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

/**
 * EIP-191: by the address's own key, or accepted by its ERC-1271 contract. The `verifyMessage` of viem does not fit: it
 * takes a silent chain for an invalid signature, and leaves a wallet's code all the gas of a node.
 */
export async function verifyMessage(
  client: ChainClient,
  { address, message, signature }: SignedMessage,
): Promise<boolean> {
  const digest = hashMessage(message)
  return (
    (await recovers(address, digest, signature)) ||
    (await contractAccepts(client, { address, hash: digest, signature }))
  )
}

/**
 * EIP-712, as the token decides it before it asks a contract: 65 bytes with `v` 27 or 28 and a low `s` that recover to
 * the payer. An EIP-7702 account has code, and its key still signs. A key's signature wrapped in ERC-6492 is still
 * the key's.
 */
export async function isSignedByKey(
  { terms, signature }: Opening,
  location: EscrowLocation,
): Promise<boolean> {
  const inner = signatureForToken(signature)
  return isStrict(inner) && recovers(terms.payer, openingDigest(openingTypedData(terms, location)), inner)
}

function isStrict(signature: Hex): boolean {
  if (!/^0x[0-9a-f]{128}(1b|1c)$/i.test(signature)) return false
  return BigInt(`0x${signature.slice(66, 130)}`) <= HALF_CURVE_ORDER
}

async function contractAccepts(
  client: ChainClient,
  { address, hash, signature }: { address: Address; hash: Hex; signature: Hex },
): Promise<boolean> {
  if (!/^0x([0-9a-f]{2})*$/i.test(signature)) return false
  if ((await getCode(client, { address })) === undefined) return false
  const data = encodeFunctionData({
    abi: ERC1271_ABI,
    functionName: 'isValidSignature',
    args: [hash, signature],
  })
  try {
    // viem refuses capitals that are no checksum, and pages may name an address by any.
    const to = address.toLowerCase() as Address
    const answer = await call(client, { to, data, gas: ERC1271_GAS })
    return answer.data === ERC1271_ACCEPTED
  } catch (error) {
    if (revertDataOf(error) !== null) return false
    if (toChainError(error).code !== 'refused') throw error
    const request = { account: ASKING, to: address, data, gas: ERC1271_GAS }
    if ((await runWithin(client, request, { blockTag: 'latest' })).success) throw error
    return false
  }
}
