import type { Subscription } from '@per-second/client'
import type { Tone } from './status-text.ts'

export type MeterGroup = 'running' | 'waiting' | 'paused' | 'ended'

export type MeterState = {
  text: string
  tone: Tone
  group: MeterGroup
  /** Lower stands first: meters that need the merchant, then running, paused and ended ones. */
  rank: number
}

/** How a meter stands, as its merchant needs to know it. */
export function meterState(meter: Subscription): MeterState {
  switch (meter.status) {
    case 'past_due':
      return { text: 'Past due', tone: 'bad', group: 'running', rank: 0 }
    case 'pending_start':
      return { text: 'Waiting for your start', tone: 'notice', group: 'waiting', rank: 0 }
    case 'running':
      return endsSoon(meter)
        ? { text: `Ends in ${minutesText(secondsLeft(meter))}`, tone: 'notice', group: 'running', rank: 1 }
        : { text: 'Running', tone: 'good', group: 'running', rank: 2 }
    case 'paused':
      return { text: 'Paused', tone: '', group: 'paused', rank: 3 }
    default:
      return { text: endText(meter), tone: '', group: 'ended', rank: 4 }
  }
}

/** By rank, then the soonest end first, and recent ends before older ones. */
export function byNeed(a: Subscription, b: Subscription): number {
  const [rankA, rankB] = [meterState(a).rank, meterState(b).rank]
  if (rankA !== rankB) return rankA - rankB
  if (rankA === 1) return secondsLeft(a) - secondsLeft(b)
  return (b.ended_at ?? b.created) - (a.ended_at ?? a.created)
}

export function secondsLeft(meter: Subscription): number {
  return meter.max_duration_seconds - meter.elapsed_seconds
}

/** As the service announces it with `subscription.ending`: a tenth is left, at most an hour and at least a minute. */
export function endsSoon(meter: Subscription): boolean {
  const share = Math.min(3_600, meter.max_duration_seconds / 10)
  return meter.status === 'running' && secondsLeft(meter) <= Math.max(60, share)
}

export function minutesText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return seconds < 60 ? 'less than a minute' : minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** A merchant's possible actions on a meter in its present state, in the order of the buttons. */
export function meterActions({ status, allow_pause }: Pick<Subscription, 'status' | 'allow_pause'>) {
  return [
    ...(status === 'pending_start' ? (['start'] as const) : []),
    ...(status === 'running' && allow_pause ? (['pause'] as const) : []),
    ...(status === 'paused' ? (['resume'] as const) : []),
    ...(['pending_start', 'running', 'paused', 'past_due'].includes(status) ? (['cancel'] as const) : []),
  ]
}

function endText({ status, cancel_reason: reason }: Subscription): string {
  if (reason === 'replaced') return 'Carried on'
  return status === 'ended' || reason === null ? 'Ended' : 'Stopped'
}
