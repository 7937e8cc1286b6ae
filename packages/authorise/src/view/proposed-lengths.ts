import { draftFromSeconds, isDurationAllowed } from '../machine/duration-draft.ts'

/** The allowed lengths of the page's presets, in seconds. At most five, because they share one line. */
export function proposedPresets(attribute: string | null): number[] {
  const proposed = (attribute ?? '').split(/[\s,]+/).map(Number)
  const isAllowed = (seconds: number) => isDurationAllowed(draftFromSeconds(seconds))
  return proposed.filter(seconds => Number.isSafeInteger(seconds) && isAllowed(seconds)).slice(0, 5)
}
