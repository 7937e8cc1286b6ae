/** A hash or address shortened in its middle, as wallets show them: `0x1234…cdef`. */
export function shortAddress(value: string): string {
  return value.length > 12 ? `${value.slice(0, 6)}…${value.slice(-4)}` : value
}
