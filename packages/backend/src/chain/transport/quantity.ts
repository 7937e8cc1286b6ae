import type { Hex } from '@per-second/protocol/types'

/** A JSON-RPC quantity: hexadecimal without leading zeros. */
export function toQuantity(value: number | bigint): Hex {
  return `0x${value.toString(16)}`
}

/** A quantity that fits a JavaScript number: block timestamps, nonces, log indices. Never money. */
export function fromQuantity(quantity: string): number {
  return Number.parseInt(quantity, 16)
}
