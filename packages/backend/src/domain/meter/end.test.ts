import { describe, expect, test } from 'vitest'
import { aMeter } from '../a-meter.fixture.ts'
import type { Subscription } from '../entities.ts'
import { authorisationEndsAt } from './clock.ts'
import { endOf } from './end.ts'

const START = 1_800_000_000_000
const HOUR = 3_600_000

const running = aMeter({ rate: 1n, maxSeconds: 3600, startedAt: START })
/** Its terms expire two days after the start, so that it must end after one. */
const brief: Subscription = { ...running, terms: { ...running.terms, expiry: START / 1000 + 2 * 86_400 } }
const lastInstant = authorisationEndsAt(brief)

describe('endOf', () => {
  test('behaviour: a meter that stands ends a day before its terms expire', () => {
    const paused = { ...brief, status: 'paused', pausedAt: START + 60_000 } as const
    expect(lastInstant).toBe(START + 24 * HOUR)
    expect(endOf(paused, lastInstant - 1)).toBeNull()
    expect(endOf(paused, lastInstant + HOUR)).toEqual({
      status: 'canceled',
      reason: 'authorisation_expired',
      endedAt: lastInstant,
    })
  })

  test('behaviour: a late resume is cut off there, before its cap', () => {
    const resumed = { ...brief, pausedMillis: 23.5 * HOUR }
    expect(endOf(resumed, lastInstant + HOUR)).toMatchObject({
      reason: 'authorisation_expired',
      endedAt: lastInstant,
    })
  })

  test('behaviour: a past due meter that counts on ends at its cap, as paid meters do', () => {
    const owing = { ...running, status: 'past_due', resumesAs: 'running' } as const
    expect(endOf(owing, START + HOUR)).toEqual({ status: 'ended', endedAt: START + HOUR })
  })

  test('behaviour: a start that never comes is given up at its instant', () => {
    const waiting = { ...running, status: 'pending_start', startedAt: null, dueAt: START + HOUR } as const
    expect(endOf(waiting, START + HOUR - 1)).toBeNull()
    expect(endOf(waiting, START + 2 * HOUR)).toEqual({
      status: 'canceled',
      reason: 'start_timeout',
      endedAt: START + HOUR,
    })
  })

  test('behaviour: a start that never comes ends with the authorisation where that is earlier', () => {
    const waiting = { ...brief, status: 'pending_start', startedAt: null, dueAt: lastInstant } as const
    expect(endOf(waiting, lastInstant)).toEqual({
      status: 'canceled',
      reason: 'authorisation_expired',
      endedAt: lastInstant,
    })
  })

  test('behaviour: a meter that reaches its cap in the last instant has ended', () => {
    const last = { ...brief, pausedMillis: 23 * HOUR }
    expect(endOf(last, lastInstant + HOUR)).toEqual({ status: 'ended', endedAt: lastInstant })
  })

  test('behaviour: a meter that is over, or never began, does not end again', () => {
    for (const status of ['ended', 'canceled', 'incomplete', 'incomplete_expired'] as const) {
      expect(endOf({ ...brief, status, endedAt: START + 1 }, lastInstant + HOUR)).toBeNull()
    }
  })
})
