import type { Subscription } from '@per-second/client'
import { expect, test } from 'vitest'
import { byNeed, meterActions, meterState } from './meter-state.ts'

const meter = (status: string, more: object = {}) =>
  ({
    status,
    max_duration_seconds: 3_600,
    elapsed_seconds: 0,
    created: 1,
    ended_at: null,
    cancel_reason: null,
    ...more,
  }) as Subscription

test.each([
  [meter('running', { elapsed_seconds: 3_239 }), 'Running'],
  [meter('running', { elapsed_seconds: 3_240 }), 'Ends in 6 minutes'],
  [meter('running', { elapsed_seconds: 3_541 }), 'Ends in less than a minute'],
  [meter('paused', { elapsed_seconds: 3_541 }), 'Paused'],
  [meter('pending_start'), 'Waiting for your start'],
  [meter('canceled', { cancel_reason: 'subscriber' }), 'Stopped'],
  [meter('canceled', { cancel_reason: 'replaced' }), 'Carried on'],
  [meter('ended'), 'Ended'],
])('%j reads %s', (subscription, text) => {
  expect(meterState(subscription).text).toBe(text)
})

test('meters that need the merchant stand first, then the soonest ends, then running, paused and ended ones', () => {
  const meters = [
    meter('ended', { ended_at: 9 }),
    meter('canceled', { ended_at: 10 }),
    meter('paused'),
    meter('running'),
    meter('running', { elapsed_seconds: 3_300 }),
    meter('running', { elapsed_seconds: 3_400 }),
    meter('past_due'),
  ]
  expect(meters.toSorted(byNeed)).toEqual(meters.toReversed())
})

test.each([
  ['pending_start', true, ['start', 'cancel']],
  ['running', true, ['pause', 'cancel']],
  ['running', false, ['cancel']],
  ['paused', true, ['resume', 'cancel']],
  ['ended', true, []],
] as const)('a meter that is %s may be paused: %s, offers %j', (status, allow_pause, actions) => {
  expect(meterActions({ status, allow_pause })).toEqual(actions)
})
