/**
 * The path of the first place where `actual` is not `expected`, or null when they are the same JSON: same keys and no others, same
 * types, same order in arrays. Hexadecimal strings are compared by value, because addresses may carry a checksum or not.
 */
export function firstDifference(actual: unknown, expected: unknown, path: string): string | null {
  if (typeof expected !== 'object' || expected === null)
    return folded(actual) === folded(expected) ? null : path
  if (typeof actual !== 'object' || actual === null) return path
  if (Array.isArray(actual) !== Array.isArray(expected)) return path
  const theirs = actual as Record<string, unknown>
  const ours = expected as Record<string, unknown>
  for (const key of Object.keys(ours)) {
    const difference = firstDifference(theirs[key], ours[key], `${path}.${key}`)
    if (difference) return difference
  }
  const extra = Object.keys(theirs).find(key => !Object.hasOwn(ours, key))
  return extra === undefined ? null : `${path}.${extra}`
}

function folded(value: unknown): unknown {
  return typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value) ? value.toLowerCase() : value
}
