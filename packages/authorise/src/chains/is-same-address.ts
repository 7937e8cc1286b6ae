/** Whether two addresses are the same. A checksum is in the capitals, and not every address carries one. */
export function isSameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
