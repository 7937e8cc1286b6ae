import { accentOn, CARDS } from '../format/accent.ts'
import { SCALE_STEPS, thumbOf } from '../machine/duration-scale.ts'
import { isWaiting } from '../machine/is-waiting.ts'
import { checkoutOf, publicPhase, type State } from '../machine/state.ts'
import type { MeterStatus } from '../meter/meter-status.ts'

/**
 * Shows style sheets what they read of a state: the `:state()`s of the element, and the custom properties of its card. Colours go through
 * the CSS object model, because a strict content security policy forbids style attributes.
 */
export function paint(
  { root, internals }: { root: ParentNode; internals: ElementInternals | undefined },
  { state, meter }: { state: State; meter: MeterStatus | null },
): void {
  showStates(internals, elementStates(state, meter))
  const card = root.querySelector<HTMLElement>('.card')
  const checkout = checkoutOf(state)
  if (!card || !checkout) return
  const { accent } = checkout.session.merchant
  const [light, dark] = CARDS.map(ground => accentOn(accent, ground))
  const values = {
    '--_accent-light': light?.colour,
    '--_on-accent-light': light?.on,
    '--_accent-dark': dark?.colour,
    '--_on-accent-dark': dark?.on,
    '--_share': String(thumbOf(checkout.duration) / SCALE_STEPS),
  }
  for (const [name, value] of Object.entries(values)) card.style.setProperty(name, value ?? null)
}

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
function showStates(internals: ElementInternals | undefined, names: string[]): void {
  const states = internals?.states
  // Test DOMs have none.
  if (!states) return
  for (const name of [...states]) if (!names.includes(name)) states.delete(name)
  for (const name of names) states.add(name)
}
