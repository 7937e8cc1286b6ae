import { html, nothing, type TemplateResult } from 'lit'
import { type Checkout, isCancelable, isManaging, type State } from '../authorise-state.ts'
import { amountTemplate } from './amount.ts'
import { durationTemplate } from './duration.ts'
import { headerTemplate } from './header.ts'
import { icon } from './icons.ts'
import { messageTemplate } from './message.ts'
import { nobodyTemplate } from './nobody.ts'
import { primaryTemplate } from './primary.ts'
import { rateTemplate } from './rate.ts'
import { skeletonTemplate } from './skeleton.ts'
import { stepsTemplate } from './steps.ts'
import { unavailableTemplate } from './unavailable.ts'
import type { View } from './view.ts'

/**
 * The whole card, for any state. Its frame is the same before and after the further part is there, so that what arrives late moves
 * nothing and takes no focus away.
 */
export function cardTemplate(view: View): TemplateResult {
  const { state } = view
  switch (state.phase) {
    case 'loading':
      return skeletonTemplate(view)
    case 'unavailable':
      return html`${unavailableTemplate(view, state.problem)}${primaryTemplate(view)}<slot name="help"></slot>`
    default:
      return frame(view, state.checkout)
  }
}

function frame(view: View, checkout: Checkout): TemplateResult {
  const { text } = view
  const rate = checkout.session.product.rate_usd_per_second
  return html`
    ${headerTemplate(view, checkout.session)}<slot name="summary"></slot>${rateTemplate(text, rate)}
    ${isCheckout(view.state) ? checkoutTemplate(view, checkout) : (view.further?.content(view) ?? nothing)}
    <footer class="foot">
      <details class="details" part="details" @toggle=${view.attend}>
        <summary>${icon('chevron')}${text.details}</summary>
        ${view.further?.details(view, checkout) ?? nothing}
      </details>
      ${
        isCancelable(view.state)
          ? html`<button
              type="button"
              class="text-button cancel"
              part="cancel"
              @click=${() => view.send({ type: 'cancel_pressed' })}
            >
              ${text.cancel}
            </button>`
          : nothing
      }
    </footer>
    <slot name="footer"></slot>
  `
}

function isCheckout(state: State): boolean {
  return !isManaging(state) && !['complete', 'expired', 'canceled'].includes(state.phase)
}

function checkoutTemplate(view: View, checkout: Checkout): TemplateResult {
  return html`
    ${durationTemplate(view, checkout)} ${amountTemplate(view.text, checkout)}
    ${actionTemplate(view, checkout, 3)}
  `
}

/** Who pays, the next step, and what there is to say about it. */
export function actionTemplate(view: View, checkout: Checkout, steps: 2 | 3): TemplateResult {
  const { further, text } = view
  return html`
    <div class="action" part="action">
      ${stepsTemplate(text, view.state, steps)}
      ${further?.identity(view, checkout) ?? nobodyTemplate(text.walletHint)}
      ${further?.wallets(view) ?? primaryTemplate(view)}
      ${messageTemplate(view)}
    </div>
    <slot name="terms"></slot>
  `
}
