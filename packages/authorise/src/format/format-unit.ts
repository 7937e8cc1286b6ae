import type { DurationUnit } from '@per-second/protocol/time'
import type { Text } from '../text/text.ts'

/**
 * The word for a unit beside a number: "hour" beside 1, "hours" beside any other text in English. A dual contains its number
 * ("ساعتان"), so a 2 gets the word that goes with 3.
 */
export function formatUnit(unit: DurationUnit, amount: string, { language }: Pick<Text, 'language'>): string {
  const number = Number(amount.replace(',', '.'))
  // The same as Intl's, but its first use would delay a page's first screen.
  if (language === 'en') return number === 1 ? unit.slice(0, -1) : unit
  const isDual = new Intl.PluralRules(language).select(number) === 'two'
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: unit.slice(0, -1),
    unitDisplay: 'long',
    numberingSystem: 'latn',
  })
    .formatToParts(isDual ? 3 : number)
    .filter(({ type }) => type === 'unit')
    .map(({ value }) => value)
    .join('')
}
