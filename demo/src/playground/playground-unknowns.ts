import { PLAYGROUND_OPTIONS } from './playground-options.ts'

/** Something in the playground's address that it does not know. */
export type PlaygroundUnknown = {
  name: string
  value: string
  /** The value shown instead, or null when there is no option of this name. */
  shown: string | null
  /** The known ones that share a word with it, or all of them: values, or names of options. */
  nearest: readonly string[]
}

/** The options that the playground would ignore in silence, in the order of the address. */
export function playgroundUnknowns(search: URLSearchParams): PlaygroundUnknown[] {
  return [...new Set(search.keys())].flatMap((name): PlaygroundUnknown[] => {
    const value = search.get(name) ?? ''
    const option = PLAYGROUND_OPTIONS.find(known => known.name === name)
    if (!option) {
      const names = PLAYGROUND_OPTIONS.map(known => known.name)
      return [{ name, value, shown: null, nearest: nearestOf(name, names) }]
    }
    if (option.values.includes(value)) return []
    const known = option.values.filter(each => each !== '')
    return [{ name, value, shown: option.values[0] ?? '', nearest: nearestOf(value, known) }]
  })
}

/** The address without unknown options: it shows the same. */
export function withoutUnknowns(search: URLSearchParams): URLSearchParams {
  const known = new URLSearchParams(search)
  for (const { name } of playgroundUnknowns(search)) known.delete(name)
  return known
}

function nearestOf(asked: string, known: readonly string[]): readonly string[] {
  const words = wordsOf(asked)
  const near = known.filter(each => wordsOf(each).some(word => words.includes(word)))
  return near.length > 0 ? near : known
}

function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9.]+/)
    .filter(word => word !== '')
}
