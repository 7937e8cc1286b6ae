import { PLAYGROUND_OPTIONS } from './playground-options.ts'

/** Something in the playground's address that it does not know. */
export type PlaygroundUnknown = {
  name: string
  value: string
  /** The values of the option that has this name, or the names of all options. */
  known: readonly string[]
}

/** The options that the playground would ignore in silence, in the order of the address. */
export function playgroundUnknowns(search: URLSearchParams): PlaygroundUnknown[] {
  return [...new Set(search.keys())].flatMap((name): PlaygroundUnknown[] => {
    const value = search.get(name) ?? ''
    const option = PLAYGROUND_OPTIONS.find(known => known.name === name)
    if (!option) return [{ name, value, known: PLAYGROUND_OPTIONS.map(each => each.name) }]
    if (option.values.includes(value)) return []
    return [{ name, value, known: option.values.filter(each => each !== '') }]
  })
}

/** The address without unknown options: it shows the same. */
export function withoutUnknowns(search: URLSearchParams): URLSearchParams {
  const known = new URLSearchParams(search)
  for (const { name } of playgroundUnknowns(search)) known.delete(name)
  return known
}
