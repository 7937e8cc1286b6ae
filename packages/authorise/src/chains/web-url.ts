/** Any absolute address. Null for other text. A page may replace `URL` by one without the newer `parse` and `canParse`. */
export function parsedUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}

/** An address of the web, the only kind that the element opens, loads or asks. Null for any other text. */
export function webUrl(address: string, base?: string): URL | null {
  const url = parsedUrl(address, base)
  return url && /^https?:$/.test(url.protocol) ? url : null
}
