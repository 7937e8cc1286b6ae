import type { CheckoutSession } from '@per-second/protocol/types'
import type { MeterReading } from './meter-status.ts'

/** The old meter of a checkout that carries one on, for the card. */
export type Carried = {
  /** Null if this browser has no token or no record of it. */
  meter: { session: CheckoutSession; reading: MeterReading } | null
  /** Whether the service knows no such session. */
  isUnknown: boolean
  /** The field with a proven lie of the service about the two meters. */
  lie: 'replaces' | 'replaced_by' | null
}
