import { beforeEach, expect, test } from 'vitest'
import { stage } from '../../test/stage.ts'
import { ignoredValues } from './ignored-values.ts'

beforeEach(() => document.body.replaceChildren())

test('ignoredValues: a property that a framework set is read like its attribute', () => {
  const { element } = stage()
  Object.assign(element, { theme: 'drak', duration: -5, presets: [600, 3_600], remember: undefined })
  expect(ignoredValues(element)).toEqual([
    'theme="drak" is ignored. Use "auto" or "light" or "dark".',
    'duration="-5" is ignored. Use a whole number of seconds from 60 to 2592000.',
  ])
})

test.each<[Record<string, string>, string[]]>([
  [{ theme: 'dark', redirect: 'none', duration: '600', presets: '600, 3600', class: 'card' }, []],
  [{ theme: 'night' }, ['theme="night" is ignored. Use "auto" or "light" or "dark".']],
  [{ redirect: 'never' }, ['redirect="never" is ignored. Use "auto" or "none".']],
  [
    { duration: '5 days' },
    ['duration="5 days" is ignored. Use a whole number of seconds from 60 to 2592000.'],
  ],
  [
    { presets: '1h 600' },
    ['presets="1h 600" is ignored. Use up to five whole numbers of seconds from 60 to 2592000.'],
  ],
  [{ baseurl: '/' }, ['The attribute baseurl is ignored. Did you mean base-url?']],
  [{ chain_id: '1' }, ['The attribute chain_id is ignored. Did you mean chain-id?']],
  [{ appearance: '{}' }, ['The attribute appearance is ignored. Set the property, to an object.']],
  [{ presets: '', theme: '' }, []],
])('ignoredValues: %j', (attributes, lines) => {
  expect(ignoredValues(stage({ attributes }).element)).toEqual(lines)
})
