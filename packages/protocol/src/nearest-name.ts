/**
 * The known name that was most likely meant, or null where none is near. A name is near if it differs only in case,
 * hyphens and underscores, or in at most a third of its letters, or if it begins with the given text. `known` is at
 * most a few dozen names. Of several equally near names the first is taken.
 */
export function nearestName(given: string, known: readonly string[]): string | null {
  const asked = bare(given)
  if (asked.length > LONGEST) return null
  let nearest: { name: string; distance: number } | null = null
  for (const name of known) {
    const meant = bare(name)
    const distance = distanceBetween(asked, meant)
    const isNear = distance <= Math.max(asked.length, meant.length) / 3
    if (isNear && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { name, distance }
  }
  if (nearest !== null) return nearest.name
  return asked.length < SHORTEST_BEGINNING ? null : (known.find(name => bare(name).startsWith(asked)) ?? null)
}

/** The first name of `given` that is not among the known ones, with a sentence that names the nearest or all; null where there is none. */
export function unknownName(
  given: object,
  known: readonly string[],
): { name: string; advice: string } | null {
  const name = Object.keys(given).find(each => !known.includes(each))
  if (name === undefined) return null
  const meant = nearestName(name, known)
  return { name, advice: meant === null ? `Choose from: ${known.join(', ')}.` : `Did you mean "${meant}"?` }
}

const LONGEST = 100
const SHORTEST_BEGINNING = 4

function bare(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase()
}

/** How many letters have to be put in, taken out, changed, or swapped with their neighbour. */
function distanceBetween(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const changed = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = isSwap ? at(beforeLast, column - 2) + 1 : changed
      current.push(Math.min(at(last, column) + 1, at(current, column - 1) + 1, changed, swapped))
    }
    beforeLast = last
    last = current
  }
  return at(last, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0
}
