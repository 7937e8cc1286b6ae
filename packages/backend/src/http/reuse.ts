/** Makes a value at the first call, and again at the first one after so many milliseconds of real time (default: never). */
export function reuse<T>(make: () => T, millis = Number.POSITIVE_INFINITY): () => T {
  let made: { since: number; value: T } | null = null
  return () => {
    const now = performance.now()
    if (made === null || now - made.since >= millis) made = { since: now, value: make() }
    return made.value
  }
}
