import { describe, expect, test } from 'vitest'
import { SUBSCRIPTION } from '../../test/fixtures.ts'
import { isReconciled, liveMeter } from './live-meter.ts'
import { type MeterReading, meterStatus } from './meter-status.ts'

const reading = (change: Partial<MeterReading['subscription']> = {}, clockFrozen = false): MeterReading => ({
  subscription: { ...SUBSCRIPTION, ...change },
  readAt: 1_000,
  deviceTime: 1_800_000_000,
  clockFrozen,
})

describe('liveMeter', () => {
  test('default: counts whole seconds since the response', () => {
    expect(liveMeter(reading(), 6_999)).toEqual({
      status: 'running',
      ticking: true,
      elapsedSeconds: 15,
      remainingSeconds: 3_585,
      spentUsd: '0.004155',
      maximumUsd: '0.9972',
      returnsUsd: '0.993045',
      share: 15 / 3_600,
    })
  })

  test.each<[string, MeterReading, number]>([
    ['a paused meter', reading({ status: 'paused', paused_at: 5 }), 10],
    ['a frozen clock', reading({}, true), 10],
    ['one not started', reading({ status: 'pending_start', elapsed_seconds: 0 }), 0],
    ['past due and paused', reading({ status: 'past_due', paused_at: 5 }), 10],
    ['past due and running', reading({ status: 'past_due' }), 70],
    ['an answer from the future', { ...reading(), readAt: 1e9 }, 10],
  ])('behaviour: %s', (_name, given, seconds) => {
    expect(liveMeter(given, 61_000).elapsedSeconds).toBe(seconds)
  })

  test('behaviour: never beyond the maximum', () => {
    const live = liveMeter(reading(), 1e12)
    expect([live.elapsedSeconds, live.spentUsd, live.returnsUsd, live.share]).toEqual([
      3_600,
      '0.9972',
      '0',
      1,
    ])
  })

  test('behaviour: spent floors to a base unit, the maximum is rounded up', () => {
    const live = liveMeter(reading({ rate_usd_per_second: '0.0000001', max_duration_seconds: 61 }), 16_000)
    expect([live.elapsedSeconds, live.spentUsd, live.maximumUsd]).toEqual([25, '0.000002', '0.000007'])
  })

  test('behaviour: an ended meter shows the settled amount', () => {
    const live = liveMeter(reading({ status: 'canceled', settled_usd: '0.0009' }), 61_000)
    expect([live.elapsedSeconds, live.spentUsd, live.returnsUsd]).toEqual([10, '0.0009', '0.9963'])
  })
})

test.each([
  ['pending_start', 'waiting'],
  ['running', 'running'],
  ['paused', 'paused'],
  ['past_due', 'past_due'],
  ['ended', 'ended'],
  ['canceled', 'canceled'],
] as const)('meterStatus: %s is %s', (status, expected) => {
  expect(meterStatus({ ...SUBSCRIPTION, status })).toBe(expected)
})

test('isReconciled: when settled and refunded make up the deposit', () => {
  const over = { ...SUBSCRIPTION, status: 'ended' as const, settled_usd: '0.9', refunded_usd: '0.09' }
  expect([isReconciled(over), isReconciled({ ...over, refunded_usd: '0.0972' })]).toEqual([false, true])
})

test('isReconciled: a lost opening holds no deposit', () => {
  const lost = { ...SUBSCRIPTION, status: 'canceled', settled_usd: '0', refunded_usd: '0' } as const
  expect([
    isReconciled({ ...lost, cancel_reason: 'opening_lost' }),
    isReconciled({ ...lost, cancel_reason: 'subscriber' }),
  ]).toEqual([true, false])
})
