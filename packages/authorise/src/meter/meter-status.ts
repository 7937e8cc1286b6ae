import type { UnixSeconds } from '@per-second/protocol/time'
import type { Subscription } from '@per-second/protocol/types'

/**
 * A subscription from a response, with the page's monotonic clock at that moment, in milliseconds, and the device's, in unix
 * seconds.
 */
export type MeterReading = {
  subscription: Subscription
  readAt: number
  deviceTime: UnixSeconds
  clockFrozen: boolean
}

/** The values of the element's read-only `meter` once a session is complete. */
export type MeterStatus = 'waiting' | 'running' | 'paused' | 'past_due' | 'ended' | 'canceled'

export function meterStatus(subscription: Subscription): MeterStatus {
  switch (subscription.status) {
    case 'running':
    case 'paused':
    case 'past_due':
    case 'ended':
    case 'canceled':
      return subscription.status
    case 'incomplete':
    case 'pending_start':
      return 'waiting'
    case 'incomplete_expired':
      return 'canceled'
  }
}

/** Whether no further second will be counted. The last settlement may still be pending: `isReconciled`. */
export function isOver(subscription: Subscription): boolean {
  const status = meterStatus(subscription)
  return status === 'ended' || status === 'canceled'
}
