/** Unix seconds, both ends inclusive. */
export type Range = { gte?: number; lte?: number }

export type Query = Record<string, string | number | boolean | Range | undefined>

/** Query parameters as the API reads them: a range as `name[gte]` and `name[lte]`, absent ones left out. */
export function encodeQuery(query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    if (typeof value !== 'object') search.append(name, String(value))
    else
      for (const [bound, limit] of Object.entries(value))
        if (limit !== undefined) search.append(`${name}[${bound}]`, String(limit))
  }
  const encoded = search.toString()
  return encoded && `?${encoded}`
}
