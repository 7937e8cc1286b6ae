import { fromHex, keccak, toHex } from './keccak.ts'
import type { Hex, TypedDataField } from './types.ts'

/** A struct without arrays and structs inside. */
export type FlatStruct = {
  name: string
  fields: readonly Readonly<TypedDataField>[]
  values: Readonly<Record<string, string | number | bigint>>
}

/** The fields of the domains that the protocol signs under. */
export const DOMAIN_FIELDS: readonly TypedDataField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

const WORD = 32

/**
 * The EIP-712 digest of a flat struct, all that this protocol signs. Written out here, because a general implementation weighs more
 * than everything else that a service loads before its first answer.
 *
 * @throws {TypeError} for a value that its type cannot hold
 */
export function hashTypedData(
  domain: { name: string; version: string; chainId: number; verifyingContract: string },
  message: FlatStruct,
): Hex {
  const separator = hashStruct({ name: 'EIP712Domain', fields: DOMAIN_FIELDS, values: domain })
  return toHex(keccak(joined([new Uint8Array([0x19, 0x01]), separator, hashStruct(message)])))
}

function hashStruct({ name, fields, values }: FlatStruct): Uint8Array {
  const type = `${name}(${fields.map(field => `${field.type} ${field.name}`).join(',')})`
  const words = fields.map(field => encode(field, values[field.name]))
  return keccak(joined([keccak(type), ...words]))
}

function encode({ name, type }: TypedDataField, value: string | number | bigint | undefined): Uint8Array {
  try {
    if (type === 'string' && typeof value === 'string') return keccak(value)
    if (type === 'address' && typeof value === 'string') return padded(fromHex(value, 20))
    if (type === 'bytes32' && typeof value === 'string') return fromHex(value, WORD)
    if (type.startsWith('uint') && value !== undefined) return unsigned(BigInt(value), Number(type.slice(4)))
  } catch (cause) {
    throw new TypeError(`${name} is not a ${type}`, { cause })
  }
  throw new TypeError(`${name} is not a ${type}`)
}

function unsigned(value: bigint, bits: number): Uint8Array {
  if (value < 0n || value >= 1n << BigInt(bits)) throw new TypeError(`${bits} bits cannot hold the value`)
  return fromHex(`0x${value.toString(16).padStart(2 * WORD, '0')}`, WORD)
}

function padded(bytes: Uint8Array): Uint8Array {
  const word = new Uint8Array(WORD)
  word.set(bytes, WORD - bytes.length)
  return word
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
