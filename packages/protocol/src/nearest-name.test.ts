import { expect, test } from 'vitest'
import { nearestName, unknownName } from './nearest-name.ts'

const KNOWN = ['name', 'rate_usd_per_second', 'description', 'allow_pause', 'start_mode', 'period_end[gte]']

test.each([
  ['nmae', 'name'],
  ['rateUsdPerSecond', 'rate_usd_per_second'],
  ['rate_usd_per_secnod', 'rate_usd_per_second'],
  ['rate', 'rate_usd_per_second'],
  ['desc', 'description'],
  ['allow-pause', 'allow_pause'],
  ['period_end[gt]', 'period_end[gte]'],
  ['metadata', null],
  ['', null],
  ['x', null],
  ['name'.repeat(1000), null],
])('%j is %j', (given, meant) => {
  expect(nearestName(given, KNOWN)).toBe(meant)
})

test('of equally near names it is the first, and of none it is null', () => {
  expect(nearestName('stat', ['start', 'state'])).toBe('start')
  expect(nearestName('name', [])).toBeNull()
})

test('the first unknown name is told with the nearest known one, or with all', () => {
  expect(unknownName({ name: 1, nmae: 2, x: 3 }, KNOWN)).toEqual({
    name: 'nmae',
    advice: 'Did you mean "name"?',
  })
  expect(unknownName({ x: 1 }, ['name', 'rate'])).toEqual({ name: 'x', advice: 'Choose from: name, rate.' })
  expect(unknownName({ name: 1 }, KNOWN)).toBeNull()
})
