import type { CheckoutSession } from '@per-second/protocol/types'
import type { MeterReading } from './meter-status.ts'

/** The old meter of a checkout that carries one on, as the card shows it. */
export type Carried = {
  /** Null where this browser has no token or no record of it. */
  meter: { session: CheckoutSession; reading: MeterReading } | null
  /** The field in which the service lied about the two meters, once that was seen. */
  lie: 'replaces' | 'replaced_by' | null
}
