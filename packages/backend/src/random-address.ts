import { randomBytes } from 'node:crypto'
import type { Address } from '@per-second/protocol/types'

/** An address nobody holds the key of, checksummed: where a local merchant's test money goes. */
export async function randomAddress(): Promise<Address> {
  const { getAddress } = await import('viem/utils')
  return getAddress(`0x${randomBytes(20).toString('hex')}`)
}
