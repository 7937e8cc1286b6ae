import type { CheckoutSession, Subscription } from '@per-second/client'

/** The state of an order in the shop's own words. Each has a text on the order's page. */
export type OrderState = 'open' | 'expired' | 'booting' | 'ready' | 'late' | 'paused' | 'off'

/** `meter` is the session's subscription, as far as there is one. */
export function orderState({ status }: CheckoutSession, meter: Subscription | null): OrderState {
  if (status === 'expired') return 'expired'
  if (status !== 'complete' || !meter) return 'open'
  switch (meter.status) {
    case 'incomplete':
      return 'open'
    case 'incomplete_expired':
      return 'expired'
    case 'pending_start':
      return 'booting'
    case 'running':
      return 'ready'
    case 'past_due':
      return 'late'
    case 'paused':
      return 'paused'
    case 'canceled':
    case 'ended':
      return 'off'
  }
}
