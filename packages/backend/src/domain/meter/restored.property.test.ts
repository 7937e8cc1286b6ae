import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aMeter } from '../a-meter.fixture.ts'
import type { Subscription } from '../entities.ts'
import { elapsedSeconds } from './clock.ts'
import { restoredMeter } from './restored.ts'

const START = 1_800_000_000_000
const MAX_SECONDS = 10_000

/**
 * Waits in milliseconds, with a pause or a resumption after each, then a backup, and more waits that the backup does
 * not know.
 */
const histories = fc.record({
  waits: fc.array(fc.integer({ min: 0, max: 2_000_000 }), { minLength: 2, maxLength: 12 }),
  backedUpAfter: fc.integer({ min: 1, max: 11 }),
  /** The share of the meter's true seconds that the escrow has charged. */
  charged: fc.double({ min: 0, max: 1, noNaN: true }),
})

/** The true history of a meter, and the backup's version of it. */
function play({
  waits,
  backedUpAfter,
  charged,
}: {
  waits: number[]
  backedUpAfter: number
  charged: number
}) {
  let now = START
  let truth = aMeter({ rate: 10n ** 15n, maxSeconds: MAX_SECONDS, startedAt: START })
  let backup = truth
  let asOf = START
  for (const [index, wait] of waits.entries()) {
    now += wait
    if (index < backedUpAfter) [backup, asOf] = [truth, now]
    truth =
      truth.pausedAt === null
        ? { ...truth, status: 'paused', pausedAt: now, pausedBy: 'subscriber' }
        : {
            ...truth,
            ...{ status: 'running', pausedAt: null, pausedBy: null },
            pausedMillis: since(truth, now),
          }
  }
  const loggedSeconds = Math.floor(elapsedSeconds(truth, now) * charged)
  return { truth, backup: { ...backup, loggedSeconds }, asOf, now }
}

function since({ pausedAt, pausedMillis }: Subscription, now: number): number {
  return pausedMillis + now - (pausedAt ?? now)
}

test('behaviour: a restored meter has never run longer than in truth, or shorter than charged, and is paused or over', () => {
  fc.assert(
    fc.property(histories, history => {
      const { truth, backup, asOf, now } = play(history)
      const meter: Subscription = { ...backup, ...restoredMeter(backup, asOf, now) }
      const elapsed = elapsedSeconds(meter, now)
      expect(elapsed).toBeLessThanOrEqual(elapsedSeconds(truth, now))
      expect(elapsed).toBeGreaterThanOrEqual(Math.min(backup.loggedSeconds, MAX_SECONDS))
      expect(elapsed).toBeGreaterThanOrEqual(elapsedSeconds(backup, Math.min(asOf, now)))
      expect(meter.pausedAt !== null || elapsed === MAX_SECONDS).toBe(true)
      expect(meter.pausedAt ?? now).toBeLessThanOrEqual(now)
      expect(restoredMeter(meter, asOf, now)).toBeNull()
    }),
    { seed: 20_261_123, numRuns: 500 },
  )
})

const HOUR = 3_600_000
const running = aMeter({ rate: 10n ** 15n, maxSeconds: MAX_SECONDS, startedAt: START })
const [asOf, now] = [START + HOUR, START + 2 * HOUR]

test.each<[string, Partial<Subscription>, ReturnType<typeof restoredMeter>]>([
  [
    'one that may have been paused stands at what the backup knows',
    {},
    {
      ...{ status: 'paused', resumesAs: null, startedAt: START },
      pausedAt: asOf,
      pausedBy: 'merchant',
    },
  ],
  [
    'or at what was charged since, if that is more',
    { loggedSeconds: 5_000 },
    {
      ...{ status: 'paused', resumesAs: null, startedAt: START },
      pausedAt: START + 5_000_000,
      pausedBy: 'merchant',
    },
  ],
  ['one that neither side can pause has run all the time', { allowPause: false }, null],
  [
    'one that owes still owes',
    { status: 'past_due', resumesAs: 'running' },
    {
      ...{ status: 'past_due', resumesAs: 'paused', startedAt: START },
      pausedAt: asOf,
      pausedBy: 'merchant',
    },
  ],
  [
    'one that the subscriber had paused stands',
    { status: 'paused', pausedAt: asOf, pausedBy: 'subscriber' },
    null,
  ],
  [
    'one that was paused later than the backup knows stands at what it knows',
    { status: 'paused', pausedAt: asOf + 4_200_000, pausedBy: 'subscriber' },
    {
      ...{ status: 'paused', resumesAs: null, startedAt: START },
      pausedAt: asOf,
      pausedBy: 'subscriber',
    },
  ],
  [
    'one that was resumed since has run what was charged, and is the subscriber’s to resume',
    { status: 'paused', pausedAt: asOf, pausedBy: 'subscriber', loggedSeconds: 4_000 },
    {
      ...{ status: 'paused', resumesAs: null, startedAt: START },
      pausedAt: START + 4_000_000,
      pausedBy: 'subscriber',
    },
  ],
  [
    'one that was started since had run by its last charge',
    { status: 'pending_start', startedAt: null, loggedSeconds: 60 },
    {
      ...{ status: 'paused', resumesAs: null, startedAt: now - 60_000 },
      pausedAt: now,
      pausedBy: 'merchant',
    },
  ],
  ['one that waits for its start still does', { status: 'pending_start', startedAt: null }, null],
  [
    'one whose maximum was charged is over',
    { loggedSeconds: MAX_SECONDS },
    {
      ...{ status: 'running', resumesAs: null, startedAt: now - MAX_SECONDS * 1_000 },
      pausedAt: null,
      pausedBy: null,
    },
  ],
  ['one whose maximum came before the backup', { maxDurationSeconds: 3_000 }, null],
  ['one that is over this instant', { maxDurationSeconds: 7_200, allowPause: false }, null],
  ['one that has ended stays so', { status: 'canceled', endedAt: asOf, loggedSeconds: 3_600 }, null],
])('default: %s', (_, fields, expected) => {
  expect(restoredMeter({ ...running, ...fields }, asOf, now)).toEqual(expected)
})
