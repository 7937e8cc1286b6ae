import { toUnixSeconds } from '@per-second/protocol/time'
import type { TestClock } from '@per-second/protocol/types'
import type { ServiceClock } from '../domain/service-clock.ts'

export function presentClock(clock: ServiceClock): TestClock {
  return {
    object: 'test_clock',
    now: toUnixSeconds(clock.now()),
    frozen: clock.frozen(),
    offset_seconds: clock.offsetSeconds(),
  }
}
