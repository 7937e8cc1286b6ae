import { html, nothing, type TemplateResult } from 'lit'
import { type Checkout, isManaging, type State, type StateIn } from '../authorise-state.ts'
import { isOver } from '../meter.ts'
import type { Text } from '../text/text.ts'
import { actionTemplate } from './card.ts'
import { detailsBody } from './details.ts'
import { drawFigures } from './draw-figures.ts'
import { furtherMessage } from './further-message.ts'
import { furtherPrimary } from './further-primary.ts'
import { identityTemplate } from './identity.ts'
import { problemTemplate } from './message.ts'
import { authorisedTemplate, meterTemplate } from './meter.ts'
import { canceledTemplate, continueTemplate, expiredTemplate } from './outcome.ts'
import { pairingTemplate } from './pairing.ts'
import { type Primary, primaryTemplate } from './primary.ts'
import { receiptTemplate } from './receipt.ts'
import { stepByName } from './step-by-name.ts'
import type { View } from './view.ts'
import { walletsTemplate } from './wallets.ts'

/** What the first screen's card leaves to be drawn later, place by place. */
export type FurtherView = {
  /** Everything between the rate and the footer, in phases that are no checkout any more. */
  content(view: View): TemplateResult | typeof nothing
  identity(view: View, checkout: Checkout): TemplateResult
  /** The wallets to choose from, or the way to one on another device, in the place of the button; else null. */
  wallets(view: View): TemplateResult | null
  primary(state: State, text: Text): Primary | null
  message(view: View, checkout: Checkout | null): TemplateResult | null
  details(view: View, checkout: Checkout): TemplateResult
  drawFigures(root: ParentNode): void
  stepByName: typeof stepByName
}

export const furtherView: FurtherView = {
  content: contentTemplate,
  identity: identityTemplate,
  wallets: listTemplate,
  primary: furtherPrimary,
  message: furtherMessage,
  details: detailsBody,
  drawFigures,
  stepByName,
}

function listTemplate(view: View): TemplateResult | null {
  const { state } = view
  if (state.phase === 'choosing' && Array.isArray(state.wallets)) return walletsTemplate(view, state.wallets)
  return state.phase === 'connecting' && state.pairing ? pairingTemplate(view, state.pairing) : null
}

function contentTemplate(view: View): TemplateResult | typeof nothing {
  const { state } = view
  switch (state.phase) {
    case 'complete':
      return html`<slot name="done"></slot>${completeTemplate(view, state)}`
    case 'expired':
      return html`${expiredTemplate(view, state.checkout)}<slot name="help"></slot>`
    case 'canceled':
      return html`${canceledTemplate(view)}${primaryTemplate(view)}<slot name="help"></slot>`
    default:
      return isManaging(state) && 'checkout' in state ? manageTemplate(view, state.checkout) : nothing
  }
}

function manageTemplate(view: View, checkout: Checkout): TemplateResult {
  return html`
    <p class="note">${view.text.manageHint}</p>
    ${actionTemplate(view, checkout, 2)}
  `
}

function completeTemplate(view: View, state: StateIn<'complete'>): TemplateResult {
  const { checkout, reading, problem } = state
  const onwards = state.foundOnLoad && view.redirect !== 'none' ? continueTemplate(view, checkout) : nothing
  if (reading) {
    const body = isOver(reading.subscription)
      ? receiptTemplate(view, state, reading)
      : meterTemplate(view, state, reading)
    const signedOut = checkout.customer === null ? signInAgainTemplate(view) : nothing
    return html`${body}${signedOut}${onwards}`
  }
  const isReading = checkout.customer !== null && !problem
  return html`
    ${authorisedTemplate(view, state)}
    ${problem ? problemTemplate(view.describe(problem)) : nothing}
    ${isReading ? html`<p class="note" role="status">${view.text.readingMeter}</p>` : nothing}
    ${checkout.customer === null ? signInAgainTemplate(view) : nothing} ${onwards}
  `
}

function signInAgainTemplate(view: View): TemplateResult {
  return html`<p class="note">${view.text.manageHint}</p>${primaryTemplate(view)}`
}
