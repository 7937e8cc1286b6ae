import { DURATION_UNITS } from '@per-second/protocol/time'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../text/language.ts'
import { formatClock, formatDuration, formatUnit } from './format-duration.ts'

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [60, '1 minute'],
  [5_430, '1 hour 30 minutes 30 seconds'],
  [2_592_000, '30 days'],
])('formatDuration: %i s is %s', (seconds, said) => {
  expect(formatDuration(seconds, { language: 'en' })).toBe(said)
})

const DAYS = [1, 2, 5, 11, 21].map(count => count * 86_400)

test.each([
  ['en', ['0 seconds', '1 day', '2 days', '5 days', '11 days', '21 days']],
  ['es', ['0 segundos', '1 día', '2 días', '5 días', '11 días', '21 días']],
  ['fr', ['0 seconde', '1 jour', '2 jours', '5 jours', '11 jours', '21 jours']],
  ['de', ['0 Sekunden', '1 Tag', '2 Tage', '5 Tage', '11 Tage', '21 Tage']],
  ['pt', ['0 segundo', '1 dia', '2 dias', '5 dias', '11 dias', '21 dias']],
  ['it', ['0 secondi', '1 giorno', '2 giorni', '5 giorni', '11 giorni', '21 giorni']],
  ['nl', ['0 seconden', '1 dag', '2 dagen', '5 dagen', '11 dagen', '21 dagen']],
  ['ja', ['0 秒', '1 日', '2 日', '5 日', '11 日', '21 日']],
  ['ko', ['0초', '1일', '2일', '5일', '11일', '21일']],
  ['zh', ['0秒钟', '1天', '2天', '5天', '11天', '21天']],
  ['ar', ['0 ثانية', 'يوم', 'يومان', '5 أيام', '11 يومًا', '21 يومًا']],
  ['he', ['0 שניות', '1 יום', 'יומיים', '5 ימים', '11 ימים', '21 ימים']],
] as const)('formatDuration: %s counts in its own plurals', (language, said) => {
  const counted = [0, ...DAYS].map(seconds => formatDuration(seconds, { language }))
  expect(counted.map(count => count.replace(/\s/g, ' '))).toEqual(said)
})

type DurationFormat = { format(duration: Record<string, number>): string }
const { DurationFormat } = Intl as unknown as {
  DurationFormat: new (language: string, options: object) => DurationFormat
}

describe.each(LANGUAGES)('%s', language => {
  test('formatDuration: each unit as Intl.DurationFormat writes it', () => {
    const standard = new DurationFormat(language, { style: 'long', numberingSystem: 'latn' })
    for (const [unit, length, most] of [
      ['days', 86_400, 30],
      ['hours', 3_600, 23],
      ['minutes', 60, 59],
      ['seconds', 1, 59],
    ] as const) {
      for (let count = 1; count <= most; count++) {
        expect(formatDuration(count * length, { language })).toBe(standard.format({ [unit]: count }))
      }
    }
  })
})

test.each([
  [0, '00:00'],
  [1_312, '21:52'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [3_725, '1:02:05'],
  [86_399, '23:59:59'],
  [86_400, '1d 00:00:00'],
  [273_845, '3d 04:04:05'],
])('formatClock: %i s is %s', (seconds, clock) => {
  expect(formatClock(seconds, { locale: 'en' })).toBe(clock)
})

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
