import { isWaiting } from '../machine/is-waiting.ts'
import { publicPhase, type State } from '../machine/state.ts'
import type { MeterStatus } from '../meter/meter-status.ts'

/** The names of `:state()` that hold now: the phase, the meter's status, and three that cut across phases. */
export function elementStates(state: State, meter: MeterStatus | null): string[] {
  const names: string[] = [publicPhase(state)]
  if (meter) names.push(`meter-${meter}`)
  if ('checkout' in state) {
    if (!state.checkout.session.livemode) names.push('test-mode')
    if (state.checkout.session.max_duration_seconds !== null) names.push('fixed-duration')
  }
  if (isWaiting(state) || (state.phase === 'choosing' && state.wallets === 'looking')) names.push('busy')
  return names.map(name => name.replaceAll('_', '-'))
}

/** Makes the element match exactly these `:state()`s. */
export function showStates(internals: ElementInternals | undefined, names: string[]): void {
  const states = internals?.states
  // Test DOMs have none.
  if (!states) return
  for (const name of [...states]) if (!names.includes(name)) states.delete(name)
  for (const name of names) states.add(name)
}
