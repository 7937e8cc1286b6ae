import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDatabaseClock } from './database-clock.ts'

/** A database's clock and a machine's, which runs a little faster or slower. Responses take time in both directions. */
function world(drift: number) {
  let database = 1_800_000_000_000
  let monotonic = 5_000
  const clock = createDatabaseClock(() => monotonic)
  const pass = (millis: number) => {
    database += millis
    monotonic += millis * (1 + drift)
  }
  return {
    clock,
    pass,
    database: () => database,
    /** Sets the database back or forward, like a takeover by another database. */
    set: (millis: number) => {
      database += millis
    },
    hear: (there: number, back: number) => {
      const asked = monotonic
      pass(there)
      const instant = database
      pass(back)
      clock.heard(instant, asked)
      return instant
    },
  }
}

const travel = fc.double({ min: 0, max: 400, noNaN: true })

test('property: it is never ahead of the database, and never before the last reading', () => {
  const steps = fc.array(
    fc.record({ wait: fc.double({ min: 0, max: 5_000, noNaN: true }), there: travel, back: travel }),
    {
      minLength: 1,
    },
  )
  fc.assert(
    fc.property(steps, fc.double({ min: -1e-4, max: 1e-4, noNaN: true }), (asked, drift) => {
      const { clock, pass, hear, database } = world(drift)
      for (const { wait, there, back } of asked) {
        pass(wait)
        const heard = hear(there, back)
        const now = clock.now()
        expect(now).toBeLessThanOrEqual(database())
        expect(now).toBeGreaterThanOrEqual(Math.floor(heard))
      }
    }),
  )
})

test('behaviour: a slow answer does not take it further from the database than it was', () => {
  const { clock, hear, pass, database } = world(0)
  hear(1, 1)
  pass(1_000)
  hear(300, 300)
  // A millisecond there and back, and one for each second since.
  expect(database() - clock.now()).toBeLessThanOrEqual(4)
})

test('behaviour: it follows a database that is set forward or back at the next answer', () => {
  const { clock, hear, set, database } = world(0)
  hear(1, 1)
  for (const millis of [60_000, -30_000]) {
    set(millis)
    hear(1, 1)
    expect(Math.abs(database() - clock.now())).toBeLessThanOrEqual(2)
  }
})

test('behaviour: a unit of work need not ask again after a fresh reading', () => {
  const { clock, hear, pass } = world(0)
  expect(clock.isFresh()).toBe(false)
  hear(1, 1)
  pass(99)
  expect(clock.isFresh()).toBe(true)
  pass(1)
  expect(clock.isFresh()).toBe(false)
})
