import { randomBytes } from 'node:crypto'
import { checksumAddress } from '@per-second/protocol/keccak'
import type { Address } from '@per-second/protocol/types'

/** An address nobody holds the key of, checksummed: where a local merchant's test money goes. */
export function randomAddress(): Address {
  return checksumAddress(`0x${randomBytes(20).toString('hex')}`)
}
