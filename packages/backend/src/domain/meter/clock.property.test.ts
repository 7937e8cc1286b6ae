import { dueInBaseUnits, feeInBaseUnits } from '@per-second/protocol/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aMeter } from '../a-meter.fixture.ts'
import { accrued, elapsedSeconds, isTicking } from './clock.ts'
import { endOf } from './end.ts'
import { totalsAfter } from './ledger/totals-after.ts'
import { endingFrom, schedule, scheduledSecond } from './schedule.ts'

const START = 1_800_000_000_000
const RUNS = { seed: 20_261_120, numRuns: 500 }

/** A running meter, started at an instant that need not be a whole second. */
const meters = fc.record({
  // From far below one base unit a second to a hundred AUSD a second.
  rate: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.bigInt({ min: 0n, max: 10n ** 20n })),
  maxSeconds: fc.integer({ min: 60, max: 200_000 }),
  settleEvery: fc.integer({ min: 1, max: 7200 }),
  offset: fc.integer({ min: 0, max: 999 }),
})
/** The next step, after so many milliseconds. Sweeps come on time, late, or twice. */
const steps = fc.array(
  fc.tuple(
    fc.constantFrom('sweep', 'pause', 'resume'),
    fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 20_000_000 })),
  ),
  { minLength: 1, maxLength: 40 },
)

// docs/money.md, rules 7 and 20
test('default: however it is swept, paused and split, a meter charges floor6(rate × seconds) and always ends', () => {
  fc.assert(
    fc.property(meters, steps, ({ rate, maxSeconds, settleEvery, offset }, actions) => {
      const policy = { settleEverySeconds: settleEvery }
      let now = START + offset
      let meter = schedule(aMeter({ rate, maxSeconds, startedAt: now }), { now, policy })
      let ran = 0
      let fees = 0n

      /** The service's work when an instant is due, with the chain granting all of it. */
      const sweep = () => {
        for (let looks = 0; meter.dueAt !== null && meter.dueAt <= now; looks += 1) {
          // One look handles all that is due, however late it comes.
          expect(looks).toBeLessThanOrEqual(1)
          const end = endOf(meter, now)
          if (end) meter = { ...meter, status: end.status, endedAt: end.endedAt, dueAt: null }
          else {
            const toSecond = scheduledSecond(meter, { now, policy })
            expect(toSecond % settleEvery).toBe(0)
            expect(elapsedSeconds(meter, now) - toSecond).toBeLessThan(settleEvery)
            if (totalsAfter(meter.terms, toSecond).gross > meter.settledGross) settle(toSecond)
            const endsFrom = endingFrom(meter)
            if (endsFrom !== null && endsFrom <= now) meter = { ...meter, isEnding: true }
            meter = schedule(meter, { now, policy })
            if (isTicking(meter)) {
              expect(meter.nextSettlementAt).toBeGreaterThan(now)
              expect(meter.nextSettlementAt).toBeLessThanOrEqual(now + settleEvery * 1_000)
            }
          }
        }
      }
      const settle = (toSecond: number) => {
        const gross = totalsAfter(meter.terms, toSecond).gross - meter.settledGross
        expect(gross >= 0n).toBe(true)
        const settledGross = meter.settledGross + gross
        fees += feeInBaseUnits(settledGross, 100) - feeInBaseUnits(meter.settledGross, 100)
        meter = { ...meter, settledGross, billedSeconds: toSecond }
      }

      for (const [action, wait] of actions) {
        if (isTicking(meter)) ran += wait
        now += wait
        sweep()
        if (meter.endedAt !== null) break
        if (action === 'pause' && meter.status === 'running') {
          meter = schedule({ ...meter, status: 'paused', pausedAt: now }, { now, policy })
        }
        if (action === 'resume' && meter.pausedAt !== null) {
          const pausedMillis = meter.pausedMillis + now - meter.pausedAt
          meter = schedule({ ...meter, status: 'running', pausedAt: null, pausedMillis }, { now, policy })
        }
        const seconds = Math.min(Math.floor(ran / 1000), maxSeconds)
        expect(elapsedSeconds(meter, now)).toBe(seconds)
        expect(meter.billedSeconds).toBeLessThanOrEqual(seconds)
        expect(meter.settledGross + accrued(meter, now)).toBe(dueInBaseUnits(rate, seconds))
      }

      if (meter.endedAt === null) meter = { ...meter, status: 'canceled', endedAt: now }
      const seconds = elapsedSeconds(meter, now + 10 ** 9)
      expect(seconds).toBe(Math.min(Math.floor(ran / 1000), maxSeconds))
      if (meter.status === 'ended') expect(seconds).toBe(maxSeconds)
      settle(seconds)
      expect(meter.settledGross).toBe(dueInBaseUnits(rate, seconds))
      expect(fees).toBe(feeInBaseUnits(meter.settledGross, 100))
    }),
    RUNS,
  )
})

test.each<[string, object, bigint]>([
  ['that runs, of the seconds that are not settled', { settledGross: 40_000n }, 60_000n],
  ['that the escrow has closed', { closed: true }, 0n],
  ['that is settled ahead of this clock', { settledGross: 200_000n }, 0n],
])('edge: what accrued of a meter %s', (_, fields, expected) => {
  const meter = { ...aMeter({ rate: 10n ** 15n, maxSeconds: 1_000, startedAt: START }), ...fields }
  expect(accrued(meter, START + 100_000)).toBe(expected)
})
