import type { Subscription } from '@per-second/client'
import { addDecimals } from '@per-second/protocol/money'

/** The merchant's position over all meters, in AUSD. */
export type Figures = {
  /** Used, not settled yet. */
  accrued_usd: string
  /** Settled on chain, fee included. */
  settled_usd: string
  /** Deposits returned to subscribers. */
  refunded_usd: string
  running_meters: number
}

export function sumFigures(subscriptions: Subscription[]): Figures {
  const sum = (field: 'accrued_usd' | 'settled_usd' | 'refunded_usd') =>
    subscriptions.reduce((total, subscription) => addDecimals(total, subscription[field]), '0')
  return {
    accrued_usd: sum('accrued_usd'),
    settled_usd: sum('settled_usd'),
    refunded_usd: sum('refunded_usd'),
    running_meters: subscriptions.filter(({ status }) => status === 'running').length,
  }
}
