import { DURATION_UNITS, type DurationUnit } from '@per-second/protocol/time'
import type { Text } from '../text/text.ts'

/**
 * A whole number of seconds in words: `5430` is "1 hour 30 minutes 30 seconds". Each unit is as in the long style of
 * `Intl.DurationFormat`, made with the unit format that defines it (ECMA-402) and that older browsers have too. The parts are joined
 * without commas where the language allows it, because the text is used within sentences.
 */
export function formatDuration(seconds: number, { language }: Pick<Text, 'language'>): string {
  let rest = seconds
  const said: string[] = []
  for (const { unit, seconds: length } of DURATION_UNITS.toReversed()) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0 || (unit === 'seconds' && said.length === 0)) said.push(countOf(count, unit, language))
  }
  if (language === 'en') return said.join(' ')
  return new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(said)
}

/** A running clock, `1:02:05` or `3d 04:05:06`, digits only, so that it keeps its width. */
export function formatClock(seconds: number, { locale }: Pick<Text, 'locale'>): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  const clock = `${two(minutes)}:${two(seconds % 60)}`
  const day = { style: 'unit', unit: 'day', unitDisplay: 'narrow', numberingSystem: 'latn' } as const
  if (days > 0) return `${new Intl.NumberFormat(locale, day).format(days)} ${two(hours)}:${clock}`
  return hours > 0 ? `${hours}:${clock}` : clock
}

/** A number of one unit in words. */
export function countOf(count: number, unit: DurationUnit, language: string): string {
  // The same as Intl's, but its first use would delay a page's first screen.
  if (language === 'en') return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`
  return formatOf(unit, language).format(count)
}

/**
 * The word for a unit beside a number: "hour" beside 1, "hours" beside any other text in English. A dual contains its number
 * ("ساعتان"), so a 2 gets the word that goes with 3.
 */
export function formatUnit(unit: DurationUnit, amount: string, { language }: Pick<Text, 'language'>): string {
  const number = Number(amount.replace(',', '.'))
  // The same as Intl's, but its first use would delay a page's first screen.
  if (language === 'en') return number === 1 ? unit.slice(0, -1) : unit
  const isDual = new Intl.PluralRules(language).select(number) === 'two'
  return formatOf(unit, language)
    .formatToParts(isDual ? 3 : number)
    .filter(({ type }) => type === 'unit')
    .map(({ value }) => value)
    .join('')
}

function formatOf(unit: DurationUnit, language: string): Intl.NumberFormat {
  const options = { style: 'unit', unitDisplay: 'long', numberingSystem: 'latn' } as const
  return new Intl.NumberFormat(language, { ...options, unit: unit.slice(0, -1) })
}
