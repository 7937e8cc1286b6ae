import type { Subscription } from '@per-second/client'
import type { MeterAction } from './dashboard-state.ts'

const LIVE = new Set(['running', 'paused', 'past_due'])

/** What a merchant may do with a meter as it stands, in the order of the buttons. */
export function meterActions(subscription: Pick<Subscription, 'status' | 'allow_pause'>): MeterAction[] {
  const { status, allow_pause } = subscription
  const actions: MeterAction[] = []
  if (status === 'pending_start') actions.push('start')
  if (status === 'running' && allow_pause) actions.push('pause')
  if (status === 'paused') actions.push('resume')
  if (status === 'pending_start' || LIVE.has(status)) actions.push('cancel')
  return actions
}
