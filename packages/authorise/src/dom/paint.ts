import { accentOn, cardsOf } from '../format/accent.ts'
import { SCALE_STEPS, scaleFromSeconds } from '../machine/duration-scale.ts'
import { checkoutOf, type State } from '../machine/state.ts'

/** Colours go through the CSS object model: a strict content security policy forbids style attributes. */
export function paint(root: ParentNode, state: State): void {
  const card = root.querySelector<HTMLElement>('.card')
  const checkout = checkoutOf(state)
  if (!card || !checkout) return
  const [light, dark] = cardsOf().map(ground => accentOn(checkout.session.merchant.accent, ground))
  const values = {
    '--_accent-light': light?.colour,
    '--_on-accent-light': light?.on,
    '--_accent-dark': dark?.colour,
    '--_on-accent-dark': dark?.on,
    '--_share': String(scaleFromSeconds(checkout.duration.seconds ?? 0) / SCALE_STEPS),
  }
  for (const [name, value] of Object.entries(values)) card.style.setProperty(name, value ?? null)
}
