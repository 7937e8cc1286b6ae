import type { Address } from '@per-second/protocol/types'

export function isZeroAddress(address: Address): boolean {
  return /^0x0{40}$/.test(address)
}
