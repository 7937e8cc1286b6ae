import { expect, test } from 'vitest'
import { PLAYGROUND_OPTIONS, PLAYGROUND_PHASES } from './playground-options.ts'
import { playgroundUnknowns, withoutUnknowns } from './playground-unknowns.ts'

const search = (text: string) => new URLSearchParams(text)

test('every value of every option is known', () => {
  for (const { name, values } of PLAYGROUND_OPTIONS)
    for (const value of values) expect(playgroundUnknowns(new URLSearchParams({ [name]: value }))).toEqual([])
})

test.each([
  ['phase=ended', ['meter_ended']],
  [
    'phase=Meter+Running',
    ['meter_waiting', 'meter_running', 'meter_paused', 'meter_past_due', 'meter_ended', 'meter_canceled'],
  ],
  ['phase=nonsense', PLAYGROUND_PHASES],
])('%s is unknown, the nearest are named, and the default is shown', (text, nearest) => {
  const value = search(text).get('phase')
  expect(playgroundUnknowns(search(text))).toEqual([{ name: 'phase', value, shown: 'choosing', nearest }])
})

test('an unknown option shows nothing, and the options are named', () => {
  expect(playgroundUnknowns(search('fase=ended&theme=dark'))).toEqual([
    { name: 'fase', value: 'ended', shown: null, nearest: PLAYGROUND_OPTIONS.map(({ name }) => name) },
  ])
})

test('the corrected address keeps only known options', () => {
  expect(withoutUnknowns(search('phase=ended&theme=dark&x=1&x=2&locale=')).toString()).toBe(
    'theme=dark&locale=',
  )
})
