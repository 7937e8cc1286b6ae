import type { Subscription } from '@per-second/protocol/types'
import type { MeterReading } from '../meter/meter-status.ts'
import type { Ports } from '../ports.ts'
import type { Answer } from '../service/answer.ts'

/** The figures of an answer, with the page's own clock at this moment, from which they tick on. */
export function readingOf(
  { value, clock }: Answer<Subscription>,
  { monotonicNow }: Pick<Ports, 'monotonicNow'>,
): MeterReading {
  return { subscription: value, readAt: monotonicNow(), clockFrozen: clock?.frozen ?? false }
}
