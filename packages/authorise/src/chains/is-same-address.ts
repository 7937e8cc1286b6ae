/** Whether two addresses are the same: one may carry its checksum in its capitals, and the other not. */
export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
