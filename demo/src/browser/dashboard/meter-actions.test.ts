import { expect, test } from 'vitest'
import { meterActions } from './meter-actions.ts'

test.each([
  ['pending_start', false, ['start', 'cancel']],
  ['running', false, ['cancel']],
  ['running', true, ['pause', 'cancel']],
  ['paused', true, ['resume', 'cancel']],
  ['past_due', false, ['cancel']],
  ['ended', true, []],
  ['canceled', true, []],
] as const)('%s, pausable %s: %j', (status, allow_pause, actions) => {
  expect(meterActions({ status, allow_pause })).toEqual(actions)
})
