import type { Subscription } from '@per-second/protocol/types'
import type { MeterReading } from '../meter/meter-status.ts'
import type { Ports } from '../ports.ts'
import type { Answer } from '../service/answer.ts'

/** The figures of a response, with the page's own clocks at this moment. The display counts on from there. */
export function readingOf(
  { value, clock }: Answer<Subscription>,
  { monotonicNow, deviceNow }: Pick<Ports, 'monotonicNow' | 'deviceNow'>,
): MeterReading {
  const clockFrozen = clock?.frozen ?? false
  return { subscription: value, readAt: monotonicNow(), deviceTime: deviceNow(), clockFrozen }
}
