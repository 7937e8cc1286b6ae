import { draftFromSeconds, isDurationAllowed } from '../machine/duration-draft.ts'

/** The allowed ones of the lengths that the page proposes, in seconds. At most five, because they share one line. */
export function proposedLengths(given: unknown): number[] {
  const proposed = String(given ?? '')
    .split(/[\s,]+/)
    .map(Number)
  const isAllowed = (seconds: number) => isDurationAllowed(draftFromSeconds(seconds))
  return proposed.filter(seconds => Number.isSafeInteger(seconds) && isAllowed(seconds)).slice(0, 5)
}
