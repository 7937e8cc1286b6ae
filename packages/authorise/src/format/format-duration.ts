import type { Text } from '../text/text.ts'

const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/**
 * A whole number of seconds in words: `5430` is "1 hour 30 minutes 30 seconds". Each unit as `Intl.DurationFormat` says it in its long
 * style, from the format that one is defined by (ECMA-402), which older browsers have too; joined as narrowly as the language
 * allows, for it stands within sentences that have commas of their own.
 */
export function formatDuration(seconds: number, { language }: Pick<Text, 'language'>): string {
  let rest = seconds
  const said: string[] = []
  for (const { unit, seconds: length } of UNITS) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0 || (unit === 'second' && said.length === 0)) said.push(countOf(count, unit, language))
  }
  if (language === 'en') return said.join(' ')
  return new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(said)
}

/** A running clock, `1:02:05` or `3 d 04:05:06`, digits only, so that it keeps its width. */
export function formatClock(seconds: number, text: Pick<Text, 'clockDays'>): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  const clock = `${two(minutes)}:${two(seconds % 60)}`
  if (days > 0) return `${text.clockDays(String(days))} ${two(hours)}:${clock}`
  return hours > 0 ? `${hours}:${clock}` : clock
}

/** A number of one unit in words. */
export function countOf(count: number, unit: (typeof UNITS)[number]['unit'], language: string): string {
  // What Intl says, too, without the wait for it on a page's first screen.
  if (language === 'en') return `${count} ${unit}${count === 1 ? '' : 's'}`
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    numberingSystem: 'latn',
  }).format(count)
}
