import { expect, test } from 'vitest'
import { createServiceClock } from './service-clock.ts'

function settable(start: number) {
  let time = start
  return { read: () => time, set: (next: number) => (time = next) }
}

test('default: ticks with real time', () => {
  const real = settable(1_000)
  const clock = createServiceClock(real.read)
  clock.release()
  real.set(1_500)
  expect([clock.now(), clock.frozen(), clock.offsetSeconds()]).toEqual([1_500, false, 0])
})

test('behaviour: never goes back, even when real time does', () => {
  const real = settable(5_000)
  const clock = createServiceClock(real.read)
  clock.now()
  real.set(4_000)
  expect(clock.now()).toBe(5_000)
})

test('edge: is where it was moved to, also after real time went back', () => {
  const real = settable(1_205_000)
  const clock = createServiceClock(real.read)
  clock.now()
  real.set(5_000)
  clock.moveTo(1_208_000)
  expect(clock.now()).toBe(1_208_000)
  real.set(6_000)
  expect(clock.now()).toBe(1_209_000)
})

test('behaviour: freezes at the next whole second, moves while frozen, and ticks on from there', () => {
  const real = settable(1_234)
  const clock = createServiceClock(real.read)
  clock.freeze()
  real.set(9_000)
  expect(clock.now()).toBe(2_000)
  clock.moveTo(12_000)
  clock.moveTo(11_000)
  expect([clock.now(), clock.offsetSeconds()]).toEqual([12_000, 3])
  clock.release()
  real.set(10_000)
  expect(clock.now()).toBe(13_000)
})

test('behaviour: a later process takes the clock up where it stood', () => {
  const real = settable(1_000)
  const clock = createServiceClock(real.read)
  clock.moveTo(61_000)
  const later = createServiceClock(real.read, clock.state())
  real.set(3_000)
  expect(later.now()).toBe(63_000)
  later.freeze()
  expect(createServiceClock(() => 99_000, later.state()).now()).toBe(63_000)
})
