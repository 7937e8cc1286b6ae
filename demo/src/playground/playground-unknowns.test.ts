import { expect, test } from 'vitest'
import { PLAYGROUND_OPTIONS, PLAYGROUND_PHASES, readPlayground } from './playground-options.ts'
import { playgroundUnknowns, withoutUnknowns } from './playground-unknowns.ts'

const search = (text: string) => new URLSearchParams(text)

test('every value of every option is known', () => {
  for (const { name, values } of PLAYGROUND_OPTIONS)
    for (const value of values) expect(playgroundUnknowns(new URLSearchParams({ [name]: value }))).toEqual([])
})

test('for an unknown value the default is shown, and the known ones are named', () => {
  expect(readPlayground(search('phase=ended')).phase).toBe('choosing')
  expect(playgroundUnknowns(search('phase=ended'))).toEqual([
    { name: 'phase', value: 'ended', known: PLAYGROUND_PHASES },
  ])
})

test('for an unknown option the options are named', () => {
  expect(playgroundUnknowns(search('fase=ended&theme=dark'))).toEqual([
    { name: 'fase', value: 'ended', known: PLAYGROUND_OPTIONS.map(({ name }) => name) },
  ])
})

test('the corrected address keeps only known options', () => {
  expect(withoutUnknowns(search('phase=ended&theme=dark&x=1&x=2&locale=')).toString()).toBe(
    'theme=dark&locale=',
  )
})
