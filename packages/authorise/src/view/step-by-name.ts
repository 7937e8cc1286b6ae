import type { DurationDraft, DurationEdit } from '../machine/duration-draft.ts'
import { scaleFromSeconds, secondsFromScale } from '../machine/duration-scale.ts'

/** One thousandth of a logarithmic scale is no step a person means: arrow keys go from one named length to the next. */
export function stepByName(
  event: KeyboardEvent,
  duration: DurationDraft,
  direction: 'ltr' | 'rtl',
  edit: (change: DurationEdit) => void,
): void {
  const [onwards, back] = direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  const up = event.key === 'ArrowUp' || event.key === onwards
  const down = event.key === 'ArrowDown' || event.key === back
  const here = duration.seconds
  if ((!up && !down) || here === null) return
  event.preventDefault()
  const position = scaleFromSeconds(here)
  const near = [1, 2, 4, 8, 16, 32, 64].map(step => secondsFromScale(position + (up ? step : -step)))
  const next = near.find(seconds => (up ? seconds > here : seconds < here))
  if (next !== undefined) edit({ seconds: next })
}
