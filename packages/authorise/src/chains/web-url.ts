/** An address of the web, the only kind that the element opens, loads or asks. Null for any other text. */
export function webUrl(address: string, base?: string): URL | null {
  const url = URL.canParse(address, base) ? new URL(address, base) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}
