import {
  DURATION_UNITS,
  type DurationUnit,
  MAX_DURATION_SECONDS,
  MIN_DURATION_SECONDS,
} from '@per-second/protocol/time'

/**
 * A maximum duration while it is being chosen: the number as typed, its unit, and the length in whole seconds.
 * `seconds` is null if `amount` is not a number. It may be out of range: {@link isDurationAllowed} checks that.
 */
export type DurationDraft = {
  amount: string
  unit: DurationUnit
  seconds: number | null
  /** The shortest length that may be chosen, in seconds: one minute, or the one that reaches the smallest deposit. */
  least: number
  /** The end of the range that a change of the unit brought the number to. */
  clampedTo?: 'shortest' | 'longest'
}

/** The initial duration if neither subscriber nor merchant chose one: one hour. */
export const DEFAULT_DURATION_SECONDS = 3_600

/** Whether the draft is a whole number of seconds from the shortest length to 30 days. */
export function isDurationAllowed(draft: DurationDraft): draft is DurationDraft & { seconds: number } {
  return draft.seconds !== null && draft.seconds >= draft.least && draft.seconds <= MAX_DURATION_SECONDS
}

/** A draft of the given length in the largest unit that measures it with a whole number. */
export function draftFromSeconds(seconds: number, least = MIN_DURATION_SECONDS): DurationDraft {
  const fitting = DURATION_UNITS.filter(entry => seconds % entry.seconds === 0).at(-1)
  const { unit, seconds: length } = fitting ?? DURATION_UNITS[0]
  return { amount: String(seconds / length), unit, seconds, least }
}

/** An edit of a duration by the subscriber: type another number, choose another unit, or pick a length. */
export type DurationEdit = { amount: string } | { unit: DurationUnit } | { seconds: number }

/** The draft after an edit. Another unit keeps the number, within the range. A typed fraction is rounded to the nearest second. */
export function editDuration(draft: DurationDraft, edit: DurationEdit): DurationDraft {
  if ('seconds' in edit) return draftFromSeconds(edit.seconds, draft.least)
  if ('unit' in edit) return inUnit(draft, edit.unit)
  return typed(draft, edit.amount, draft.unit)
}

/**
 * Parses an amount with a dot or a comma as its decimal mark, in wide or Arabic digits too; null for anything else. "1,500" and
 * "1.500" are null, because each means 1.5 in some countries and 1500 in others.
 */
export function numberOf(amount: string): number | null {
  const typed = amount
    .trim()
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, digit => String(digit.charCodeAt(0) & 15))
    .replace('٫', '.')
  const isNumber = /^(?:\d+[.,]?\d*|[.,]\d+)$/.test(typed) && !/^[1-9]\d{0,2}[.,]\d{3}$/.test(typed)
  return isNumber ? Number(typed.replace(',', '.')) : null
}

function inUnit(draft: DurationDraft, unit: DurationUnit): DurationDraft {
  const unchanged = typed(draft, draft.amount, unit)
  if (unchanged.seconds === null || isDurationAllowed(unchanged)) return unchanged
  const clampedTo = unchanged.seconds < draft.least ? 'shortest' : 'longest'
  const bound = clampedTo === 'shortest' ? draft.least : MAX_DURATION_SECONDS
  return { ...typed(draft, String(Math.ceil(bound / secondsPerUnit(unit))), unit), clampedTo }
}

function typed(draft: DurationDraft, amount: string, unit: DurationUnit): DurationDraft {
  const number = numberOf(amount)
  const seconds = number === null ? null : Math.round(number * secondsPerUnit(unit))
  return { amount, unit, seconds, least: draft.least }
}

function secondsPerUnit(unit: DurationUnit): number {
  return DURATION_UNITS.find(entry => entry.unit === unit)?.seconds ?? 1
}

/** The allowed ones of the lengths that the page proposes, in seconds. At most five, because they share one line. */
export function proposedLengths(given: unknown): number[] {
  const proposed = String(given)
    .split(/[\s,]+/)
    .map(Number)
  const isAllowed = (seconds: number) => isDurationAllowed(draftFromSeconds(seconds))
  return proposed.filter(seconds => Number.isSafeInteger(seconds) && isAllowed(seconds)).slice(0, 5)
}
