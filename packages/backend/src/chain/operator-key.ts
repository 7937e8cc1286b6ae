import { createECDH, randomBytes } from 'node:crypto'
import { checksumAddress, fromHex, keccak, toHex } from '@per-second/protocol/keccak'
import type { Address, Hex } from '@per-second/protocol/types'
import { parseJson } from '../files/parse-json.ts'
import { readSecretFile, writeSecretFile } from '../files/secret-file.ts'
import { OptionError } from '../options/option-error.ts'

const KEY_BYTES = 32
const ADDRESS_BYTES = 20

/** The signer of the service's transactions. Never printed. */
export type OperatorKey = { address: Address; privateKey: Hex }

/** The key from configuration, with its address. @throws when it is not a private key. The message does not repeat it. */
export function operatorFromPrivateKey(privateKey: Hex): OperatorKey {
  const curve = createECDH('secp256k1')
  try {
    curve.setPrivateKey(fromHex(privateKey, KEY_BYTES))
  } catch {
    throw new TypeError('the operator key is not a private key: 0x and 64 hexadecimal digits are needed')
  }
  return { address: addressOf(curve.getPublicKey()), privateKey }
}

/**
 * The key kept in `file`, made at first use and readable by its owner only.
 *
 * @throws {OptionError} for a file that holds anything else
 */
export async function loadOrCreateOperatorKey(file: string): Promise<OperatorKey> {
  const stored = readSecretFile(file)
  if (stored === null) {
    const key = operatorFromPrivateKey(toHex(randomBytes(KEY_BYTES)))
    writeSecretFile(file, `${JSON.stringify({ address: key.address, private_key: key.privateKey })}\n`)
    return key
  }
  try {
    const { private_key } = Object(parseJson(stored)) as { private_key: Hex }
    return operatorFromPrivateKey(private_key)
  } catch {
    throw new OptionError(
      `${file} is damaged: it does not hold an operator key. Put a copy of it back, or choose another folder with --data.`,
    )
  }
}

/** The last 20 bytes of the hash of an uncompressed public key, without the byte that says so. */
function addressOf(publicKey: Buffer): Address {
  return checksumAddress(toHex(keccak(publicKey.subarray(1)).subarray(-ADDRESS_BYTES)))
}
