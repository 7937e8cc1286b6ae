import { checksumAddress, fromHex, keccak, toHex } from './keccak.ts'
import type { Address, Hex } from './types.ts'

/** The keyless CREATE2 deployer that every chain of interest has, the embedded one too. */
const CREATE2_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * The address at which CREATE2 puts the escrow with this salt, on every chain (EIP-1014). A service may have its own
 * escrow. The escrow is ours if, and only if, its address follows from the pinned code and the salt that the service
 * states (docs/money.md, rule 5). To find a salt whose address is also another account's takes 2^80 steps, and 2^160 for
 * a given account.
 *
 * @param creationCodeHash keccak256 of the escrow's creation code: a constant of the project, never a value from a
 * service.
 * @param salt 32 bytes.
 * @throws {TypeError} unless both are 32 bytes in hexadecimal.
 */
export function escrowAddress(creationCodeHash: Hex, salt: Hex): Address {
  const words = [salt, creationCodeHash].map(word => toHex(fromHex(word, 32)).slice(2))
  const preimage = fromHex(['0xff', CREATE2_DEPLOYER.slice(2), ...words].join(''), 85)
  return checksumAddress(toHex(keccak(preimage).slice(12)))
}
