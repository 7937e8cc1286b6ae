import { MAX_DURATION_SECONDS, MIN_DURATION_SECONDS } from '@per-second/protocol/time'
import type { DurationDraft } from './duration-draft.ts'

/** The slider's positions: 0 is the shortest duration, {@link SCALE_STEPS} the longest, logarithmic between. */
export const SCALE_STEPS = 1_000

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/** The slider's position for a duration, 0 to {@link SCALE_STEPS}. Durations out of range map to the nearest end. */
export function scaleFromSeconds(seconds: number, least = MIN_DURATION_SECONDS): number {
  const clamped = Math.min(MAX_DURATION_SECONDS, Math.max(least, seconds))
  return Math.round((Math.log(clamped / least) / Math.log(MAX_DURATION_SECONDS / least)) * SCALE_STEPS) || 0
}

/** The position of the slider's thumb, and of the end of its coloured track. */
export function thumbOf(draft: DurationDraft): number {
  return draft.seconds === null ? 0 : scaleFromSeconds(draft.seconds, draft.least)
}

/** The duration at a position of the slider, rounded to a common length: whole minutes, half hours, hours, days. */
export function secondsFromScale(position: number, least = MIN_DURATION_SECONDS): number {
  if (position <= 0) return least
  const exact = least * (MAX_DURATION_SECONDS / least) ** (position / SCALE_STEPS)
  const step = namedStep(exact)
  const named = Math.round(exact / step) * step
  return Math.min(MAX_DURATION_SECONDS, Math.max(least, named))
}

/**
 * The duration after a move of the slider from `here`. One thousandth of a logarithmic scale is too small a step for a person, so an
 * arrow key or a screen reader's gesture moves to the next named length.
 */
export function secondsFromMove(
  here: number | null,
  position: number,
  { least = MIN_DURATION_SECONDS }: { least?: number } = {},
): number {
  const step = here === null ? 0 : position - scaleFromSeconds(here, least)
  let reached = position
  if (here !== null && Math.abs(step) === 1)
    while (reached > 0 && reached < SCALE_STEPS && (secondsFromScale(reached, least) - here) * step <= 0)
      reached += step
  return secondsFromScale(reached, least)
}

/** The shortest round figure that is not below a length. It becomes the first preset when shorter ones are not allowed. */
export function roundFigure(seconds: number): number {
  const figures = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1_440, 2_880, 4_320, 10_080, 20_160]
  return (figures.find(minutes => minutes * MINUTE >= seconds) ?? 43_200) * MINUTE
}

function namedStep(seconds: number): number {
  if (seconds < 10 * MINUTE) return MINUTE
  if (seconds < HOUR) return 5 * MINUTE
  if (seconds < 6 * HOUR) return HOUR / 2
  if (seconds < 2 * DAY) return HOUR
  return DAY
}
