import type { DurationUnit } from '@per-second/protocol/time'
import type { Text } from '../text/text.ts'

/**
 * The word for a unit beside a number of them: "hour" beside 1, "hours" beside anything else in English, and beside what is no
 * number. A dual says the number by itself ("ساعتان"), so beside a 2 stands the word that goes with 3.
 */
export function formatUnit(unit: DurationUnit, amount: string, { language }: Pick<Text, 'language'>): string {
  const number = Number(amount.replace(',', '.'))
  // What Intl says, too, without the wait for it on a page's first screen.
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
