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
  if (isBusy(state)) names.push('busy')
  return names.map(name => name.replaceAll('_', '-'))
}

/** Whether the service, the wallet or the chain is being waited for. */
function isBusy(state: State): boolean {
  if (state.phase === 'choosing') return state.wallets === 'looking'
  if (state.phase === 'signing_in') return state.step !== 'idle'
  if (state.phase === 'complete') return state.control.endsWith('ing') && state.control !== 'confirming_stop'
  return ['loading', 'connecting', 'signing', 'opening'].includes(state.phase)
}

/** Makes the element match exactly these `:state()`s. */
export function showStates(internals: ElementInternals | undefined, names: string[]): void {
  const states = internals?.states
  // Test DOMs have none.
  if (!states) return
  for (const name of [...states]) if (!names.includes(name)) states.delete(name)
  for (const name of names) states.add(name)
}
