import { expect, test } from 'vitest'
import { PLAYGROUND_OPTIONS, PLAYGROUND_PHASES } from './playground-options.ts'
import { playgroundUnknowns, withoutUnknowns } from './playground-unknowns.ts'

const search = (text: string) => new URLSearchParams(text)

test('every value of every option is known', () => {
  for (const { name, values } of PLAYGROUND_OPTIONS)
    for (const value of values) expect(playgroundUnknowns(new URLSearchParams({ [name]: value }))).toEqual([])
})

test('an unknown value shows the default, and the known ones are named', () => {
  expect(playgroundUnknowns(search('phase=ended'))).toEqual([
    { name: 'phase', value: 'ended', shown: 'choosing', known: PLAYGROUND_PHASES },
  ])
})

test('an unknown option shows nothing, and the options are named', () => {
  expect(playgroundUnknowns(search('fase=ended&theme=dark'))).toEqual([
    { name: 'fase', value: 'ended', shown: null, known: PLAYGROUND_OPTIONS.map(({ name }) => name) },
  ])
})

test('the corrected address keeps only known options', () => {
  expect(withoutUnknowns(search('phase=ended&theme=dark&x=1&x=2&locale=')).toString()).toBe(
    'theme=dark&locale=',
  )
})
