import type { Text } from '../text/text.ts'

const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

export type DurationWord = (typeof UNITS)[number]['unit']

/**
 * A whole number of seconds in words: `5430` is "1 hour 30 minutes 30 seconds". With `parts` 2, only the two largest are
 * said, rounded **down**: for clocks that are read, not for what is agreed.
 */
export function formatDuration(seconds: number, text: Pick<Text, 'durationPart'>, parts = 4): string {
  let rest = seconds
  const said: string[] = []
  for (const { unit, seconds: length } of UNITS) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) said.push(text.durationPart(count, unit))
  }
  return said.slice(0, parts).join(' ') || text.durationPart(0, 'second')
}

/** A running clock, `1:02:05` or `3 d 04:05:06`, digits only, so that it keeps its width. */
export function formatClock(seconds: number, text: Pick<Text, 'clockDays'>): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  const clock = `${two(minutes)}:${two(seconds % 60)}`
  if (days > 0) return `${text.clockDays(days)} ${two(hours)}:${clock}`
  return hours > 0 ? `${hours}:${clock}` : clock
}
