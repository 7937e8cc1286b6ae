/** An address or hash without its middle, `0x1234…cdef`: enough to compare by eye, never wrapped. */
export function shortenMiddle(value: string): string {
  return value.length <= 14 ? value : `${value.slice(0, 6)}…${value.slice(-4)}`
}
