import { DURATION_UNITS } from '@per-second/protocol/time'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../text/language.ts'
import { formatUnit } from './format-unit.ts'

const AMOUNTS = ['', '1', '1.5', '2', '3', '11']

test.each([
  ['en', ['hours', 'hour', 'hours', 'hours', 'hours', 'hours']],
  ['es', ['horas', 'hora', 'horas', 'horas', 'horas', 'horas']],
  ['fr', ['heure', 'heure', 'heure', 'heures', 'heures', 'heures']],
  ['de', ['Stunden', 'Stunde', 'Stunden', 'Stunden', 'Stunden', 'Stunden']],
  ['pt', ['hora', 'hora', 'hora', 'horas', 'horas', 'horas']],
  ['it', ['ore', 'ora', 'ore', 'ore', 'ore', 'ore']],
  ['nl', ['uur', 'uur', 'uur', 'uur', 'uur', 'uur']],
  ['ja', ['時間', '時間', '時間', '時間', '時間', '時間']],
  ['ko', ['시간', '시간', '시간', '시간', '시간', '시간']],
  ['zh', ['小时', '小时', '小时', '小时', '小时', '小时']],
  ['ar', ['ساعة', 'ساعة', 'ساعة', 'ساعات', 'ساعات', 'ساعة']],
  ['he', ['שעות', 'שעה', 'שעות', 'שעות', 'שעות', 'שעות']],
] as const)('formatUnit: %s has the form that goes with the number', (language, said) => {
  expect(AMOUNTS.map(amount => formatUnit('hours', amount, { language }))).toEqual(said)
})

test('formatUnit: every unit of every language is a word by itself', () => {
  for (const language of LANGUAGES) {
    const words = DURATION_UNITS.map(({ unit }) => formatUnit(unit, '1', { language }))
    expect(words.filter(word => !/^\p{L}[\p{L}\p{M}]*$/u.test(word))).toEqual([])
    expect(new Set(words).size).toBe(DURATION_UNITS.length)
  }
})
