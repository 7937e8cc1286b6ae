import { draftFromSeconds, isDurationAllowed } from '../machine/duration-draft.ts'

/** What can be chosen of the lengths that the page proposes, in seconds; five at most, for they share one line. */
export function proposedPresets(attribute: string | null): number[] {
  const proposed = (attribute ?? '').split(/[\s,]+/).map(Number)
  const isAllowed = (seconds: number) => isDurationAllowed(draftFromSeconds(seconds))
  return proposed.filter(seconds => Number.isSafeInteger(seconds) && isAllowed(seconds)).slice(0, 5)
}
