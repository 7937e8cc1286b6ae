import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkout, connecting } from '../test/machine-states.ts'
import { INITIAL_STATE } from './machine/state.ts'
import { WaitTimer } from './wait-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('behaviour: a repeated request restarts the timer', () => {
  let prolonged = 0
  const timer = new WaitTimer(() => prolonged++)
  const [fast, slow] = [connecting(checkout()), connecting(checkout(), true)]
  timer.changed(INITIAL_STATE, fast)
  for (const times of [1, 2, 3]) {
    vi.advanceTimersByTime(10_000)
    expect(prolonged).toBe(times)
    timer.changed(fast, slow)
    timer.changed(slow, fast)
  }
})

test('behaviour: other changes do not prolong the wait', () => {
  let prolonged = 0
  const timer = new WaitTimer(() => prolonged++)
  timer.changed(INITIAL_STATE, connecting(checkout()))
  vi.advanceTimersByTime(9_000)
  timer.changed(connecting(checkout()), connecting(checkout({ email: 'ada@example.com' })))
  vi.advanceTimersByTime(1_000)
  expect(prolonged).toBe(1)
})
