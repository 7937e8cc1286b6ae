/** The keys of packed words, 0 in the place of each text. Their order is the order of the lines. */
export type Shape = 0 | { readonly [key: string]: Shape } | readonly Shape[]

/** The words again, out of their packed lines. A line that awaits values is a function of them. */
export function unpackWords(packed: string, shape: Shape): unknown {
  const lines = packed.split('\n').values()
  const unpack = (at: Shape): unknown => {
    if (at === 0) return textFrom(lines.next().value ?? '')
    if (Array.isArray(at)) return at.map(unpack)
    return Object.fromEntries(Object.entries(at).map(([key, inner]) => [key, unpack(inner)]))
  }
  return unpack(shape)
}

function textFrom(line: string): unknown {
  if (!/[\uE001-\uE003]/.test(line)) return line
  return (...values: string[]) =>
    line.replace(/[\uE001-\uE003]/g, mark => values[mark.charCodeAt(0) - 0xe001] ?? '')
}
