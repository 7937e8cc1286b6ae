import { html, nothing, type TemplateResult } from 'lit'
import { type Checkout, isCancelable, isManaging, type State, type StateIn } from '../authorise-state.ts'
import { isOver } from '../meter.ts'
import { amountTemplate } from './amount.ts'
import { detailsTemplate } from './details.ts'
import { durationTemplate } from './duration.ts'
import { headerTemplate } from './header.ts'
import { identityTemplate } from './identity.ts'
import { messageTemplate, problemTemplate } from './message.ts'
import { authorisedTemplate, meterTemplate } from './meter.ts'
import { canceledTemplate, continueTemplate, expiredTemplate, unavailableTemplate } from './outcome.ts'
import { primaryTemplate } from './primary.ts'
import { rateTemplate } from './rate.ts'
import { receiptTemplate } from './receipt.ts'
import { skeletonTemplate } from './skeleton.ts'
import { stepsTemplate } from './steps.ts'
import type { View } from './view.ts'
import { walletsTemplate } from './wallets.ts'

/** The whole card, for any state. */
export function cardTemplate(view: View): TemplateResult {
  const { state } = view
  switch (state.phase) {
    case 'loading':
      return skeletonTemplate(view)
    case 'unavailable':
      return html`${unavailableTemplate(view, state.problem)} ${primaryTemplate(view)}`
    case 'complete':
      return frame(view, state.checkout, completeTemplate(view, state))
    case 'expired':
      return frame(view, state.checkout, expiredTemplate(view, state.checkout))
    case 'canceled':
      return frame(view, state.checkout, html`${canceledTemplate(view)}${primaryTemplate(view)}`)
    default:
      return isManaging(state)
        ? frame(view, state.checkout, manageTemplate(view, state.checkout))
        : frame(view, state.checkout, checkoutTemplate(view, state.checkout))
  }
}

function frame(view: View, checkout: Checkout, content: TemplateResult): TemplateResult {
  const rate = checkout.session.product.rate_usd_per_second
  return html`
    ${headerTemplate(view, checkout.session)} ${rateTemplate(view.text, rate)} ${content}
    <footer class="foot">
      ${detailsTemplate(view, checkout)}
      ${
        isCancelable(view.state)
          ? html`<button
              type="button"
              class="text-button cancel"
              part="cancel"
              @click=${() => view.send({ type: 'cancel_pressed' })}
            >
              ${view.text.cancel}
            </button>`
          : nothing
      }
    </footer>
  `
}

function checkoutTemplate(view: View, checkout: Checkout): TemplateResult {
  return html`
    ${durationTemplate(view, checkout)} ${amountTemplate(view.text, checkout)}
    ${actionTemplate(view, checkout, 3)}
  `
}

function manageTemplate(view: View, checkout: Checkout): TemplateResult {
  return html`
    <p class="note">${view.text.manageHint}</p>
    ${actionTemplate(view, checkout, 2)}
  `
}

function actionTemplate(view: View, checkout: Checkout, steps: 2 | 3): TemplateResult {
  const wallets = walletsOf(view.state)
  return html`
    <div class="action" part="action">
      ${stepsTemplate(view.text, view.state, steps)}
      ${identityTemplate(view, checkout)}
      ${wallets ? walletsTemplate(view, wallets) : primaryTemplate(view)}
      ${messageTemplate(view)}
    </div>
  `
}

function walletsOf(state: State): (StateIn<'choosing'>['wallets'] & object) | null {
  return state.phase === 'choosing' && Array.isArray(state.wallets) ? state.wallets : null
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
    ${problem ? problemTemplate(view.text, problem, checkout.session.merchant.name) : nothing}
    ${isReading ? html`<p class="note" role="status">${view.text.readingMeter}</p>` : nothing}
    ${checkout.customer === null ? signInAgainTemplate(view) : nothing} ${onwards}
  `
}

function signInAgainTemplate(view: View): TemplateResult {
  return html`<p class="note">${view.text.manageHint}</p>${primaryTemplate(view)}`
}
