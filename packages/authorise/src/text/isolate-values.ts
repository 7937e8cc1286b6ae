const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

/**
 * Words whose sentences keep every value together in both directions. Otherwise a right-to-left sentence would reorder `$0.9972`, `0x12…ef`
 * and "Northwind (UK)" around their punctuation (Unicode UAX 9, section 2.4.2).
 */
export function isolateValues<T>(words: T): T {
  if (typeof words === 'function') {
    return ((...values: string[]) => words(...values.map(isolated))) as T
  }
  if (typeof words !== 'object' || words === null) return words
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, isolateValues(value)])) as T
}

function isolated(value: string): string {
  return FIRST_STRONG_ISOLATE + value + POP_ISOLATE
}
