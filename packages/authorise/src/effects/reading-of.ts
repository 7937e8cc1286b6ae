import type { Subscription } from '@per-second/protocol/types'
import type { MeterReading } from '../meter/meter-status.ts'
import type { Ports } from '../ports.ts'
import type { Answer } from '../service/answer.ts'

/** The figures of a response, with the page's own clock at this moment. The display counts on from there. */
export function readingOf(
  { value, clock }: Answer<Subscription>,
  { monotonicNow }: Pick<Ports, 'monotonicNow'>,
): MeterReading {
  return { subscription: value, readAt: monotonicNow(), clockFrozen: clock?.frozen ?? false }
}
