import { MAX_DURATION_SECONDS, MIN_DURATION_SECONDS } from '@per-second/protocol/time'

/** The slider's positions: 0 is the shortest duration, {@link SCALE_STEPS} the longest, logarithmic between. */
export const SCALE_STEPS = 1_000

const RATIO = MAX_DURATION_SECONDS / MIN_DURATION_SECONDS
const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/** The slider's position for a duration, 0 to {@link SCALE_STEPS}; durations out of range stand at the nearest end. */
export function scaleFromSeconds(seconds: number): number {
  const clamped = Math.min(MAX_DURATION_SECONDS, Math.max(MIN_DURATION_SECONDS, seconds))
  return Math.round((Math.log(clamped / MIN_DURATION_SECONDS) / Math.log(RATIO)) * SCALE_STEPS)
}

/** The duration at a position of the slider, rounded to a length people name: whole minutes, half hours, hours, days. */
export function secondsFromScale(position: number): number {
  const exact = MIN_DURATION_SECONDS * RATIO ** (position / SCALE_STEPS)
  const step = namedStep(exact)
  const named = Math.round(exact / step) * step
  return Math.min(MAX_DURATION_SECONDS, Math.max(MIN_DURATION_SECONDS, named))
}

/**
 * The duration that a move of the slider from `here` means. One thousandth of a logarithmic scale is no step a person means: an arrow
 * key, or the gesture of a screen reader, goes on to the next named length.
 */
export function secondsFromMove(here: number | null, position: number): number {
  const step = here === null ? 0 : position - scaleFromSeconds(here)
  let reached = position
  if (here !== null && Math.abs(step) === 1)
    while (reached > 0 && reached < SCALE_STEPS && (secondsFromScale(reached) - here) * step <= 0)
      reached += step
  return secondsFromScale(reached)
}

function namedStep(seconds: number): number {
  if (seconds < 10 * MINUTE) return MINUTE
  if (seconds < HOUR) return 5 * MINUTE
  if (seconds < 6 * HOUR) return HOUR / 2
  if (seconds < 2 * DAY) return HOUR
  return DAY
}
