import { accentOn, cardsOf } from '../format/accent.ts'
import { rememberLast } from '../format/remember-last.ts'
import { SCALE_STEPS, thumbOf } from '../machine/duration-scale.ts'
import { checkoutOf, type State } from '../machine/state.ts'

const accentsOf = rememberLast((accent: string | null) => cardsOf().map(ground => accentOn(accent, ground)))

/** Colours go through the CSS object model: a strict content security policy forbids style attributes. */
export function paint(root: ParentNode, state: State): void {
  const card = root.querySelector<HTMLElement>('.card')
  const checkout = checkoutOf(state)
  if (!card || !checkout) return
  const [light, dark] = accentsOf(checkout.session.merchant.accent)
  const values = {
    '--_accent-light': light?.colour,
    '--_on-accent-light': light?.on,
    '--_accent-dark': dark?.colour,
    '--_on-accent-dark': dark?.on,
    '--_share': String(thumbOf(checkout.duration) / SCALE_STEPS),
  }
  for (const [name, value] of Object.entries(values)) card.style.setProperty(name, value ?? null)
}
