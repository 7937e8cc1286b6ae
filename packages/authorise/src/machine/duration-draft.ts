import {
  DURATION_UNITS,
  type DurationUnit,
  MAX_DURATION_SECONDS,
  MIN_DURATION_SECONDS,
} from '@per-second/protocol/time'

/**
 * A maximum duration while it is being chosen: the number as typed, its unit, and the length it stands for in whole seconds.
 * `seconds` is null while the number is no number; it may be out of range, which {@link isDurationAllowed} tells.
 */
export type DurationDraft = { amount: string; unit: DurationUnit; seconds: number | null }

/** What a subscriber starts from when neither they nor the merchant chose: one hour. */
export const DEFAULT_DURATION_SECONDS = 3_600

/** Whether the draft is a whole number of seconds from one minute to 30 days. */
export function isDurationAllowed(draft: DurationDraft): draft is DurationDraft & { seconds: number } {
  return (
    draft.seconds !== null && draft.seconds >= MIN_DURATION_SECONDS && draft.seconds <= MAX_DURATION_SECONDS
  )
}

/** A draft of the given length in the largest unit that measures it with a whole number. */
export function draftFromSeconds(seconds: number): DurationDraft {
  const fitting = DURATION_UNITS.filter(entry => seconds % entry.seconds === 0).at(-1)
  return inUnit(seconds, fitting?.unit ?? 'seconds')
}

/** What a subscriber can do to a duration: type another number, choose another unit, or pick a length. */
export type DurationEdit = { amount: string } | { unit: DurationUnit } | { seconds: number }

/** The draft after an edit. Another unit keeps the length; a typed fraction is rounded to the nearest second. */
export function editDuration(draft: DurationDraft, edit: DurationEdit): DurationDraft {
  if ('seconds' in edit) return draftFromSeconds(edit.seconds)
  if ('unit' in edit)
    return draft.seconds === null ? { ...draft, unit: edit.unit } : inUnit(draft.seconds, edit.unit)
  const number = numberOf(edit.amount)
  const seconds = number === null ? null : Math.round(number * secondsPerUnit(draft.unit))
  return { amount: edit.amount, unit: draft.unit, seconds }
}

/**
 * The number that an amount is, with a dot or a comma as its decimal mark; null for anything else. So is "1,500": here it is one and a
 * half, there one thousand five hundred.
 */
export function numberOf(amount: string): number | null {
  const typed = amount.trim().normalize('NFKC')
  const isNumber = /^(?:\d+[.,]?\d*|[.,]\d+)$/.test(typed) && !/^[1-9]\d{0,2},\d{3}$/.test(typed)
  return isNumber ? Number(typed.replace(',', '.')) : null
}

function inUnit(seconds: number, unit: DurationUnit): DurationDraft {
  // Six decimals of a day are 0.09 s: enough to come back to the same whole second.
  return { amount: String(Number((seconds / secondsPerUnit(unit)).toFixed(6))), unit, seconds }
}

function secondsPerUnit(unit: DurationUnit): number {
  return DURATION_UNITS.find(entry => entry.unit === unit)?.seconds ?? 1
}
