import { html, nothing, type TemplateResult } from 'lit'
import { isEmail } from '../machine/email.ts'
import { type Checkout, isCancelable, isManaging, type State } from '../machine/state.ts'
import { amountTemplate } from './amount.ts'
import { durationTemplate } from './duration.ts'
import { emailTemplate } from './email.ts'
import { headerTemplate } from './header.ts'
import { icon } from './icons.ts'
import { messageTemplate } from './message.ts'
import { payerRowTemplate } from './payer-row.ts'
import { primaryTemplate } from './primary.ts'
import { rateTemplate } from './rate.ts'
import { skeletonTemplate } from './skeleton.ts'
import { stepsTemplate } from './steps.ts'
import { unavailableTemplate } from './unavailable.ts'
import type { View } from './view.ts'

/**
 * The whole card, for any state. Its frame is the same before and after the later screens are loaded, so that late parts move nothing and
 * take no focus away.
 */
export function cardTemplate(view: View): TemplateResult {
  const { state } = view
  switch (state.phase) {
    case 'loading':
      return skeletonTemplate(view, state.isReturn)
    case 'unavailable':
      return html`${unavailableTemplate(view, state.problem)}${view.screens?.kept(view, state)}${primaryTemplate(view)}<slot name="help"></slot>`
    default:
      return frame(view, state.checkout)
  }
}

function frame(view: View, checkout: Checkout): TemplateResult {
  const { text, state, screens } = view
  const rate = checkout.session.product.rate_usd_per_second
  return html`
    ${headerTemplate(view, checkout.session)}<slot name="summary"></slot>${rateTemplate(text, rate)}
    ${screens && !isCheckout(state) ? screens.content(view) : checkoutTemplate(screens?.carrying(view) ?? view, checkout)}
    <div class="foot">
      ${screens?.matches(view)}
      <details class="details" part="details" @toggle=${view.attend}>
        <summary>${icon('chevron')}${text.details}</summary>
        ${screens?.details(view, checkout)}
      </details>
      ${
        isCancelable(state)
          ? html`<button
              type="button"
              class="text-button cancel"
              part="cancel"
              @click=${view.cancel}
            >
              ${text.cancel}
            </button>`
          : nothing
      }
    </div>
    <slot name="footer"></slot>
  `
}

function isCheckout(state: State): boolean {
  return !isManaging(state) && !['complete', 'expired', 'canceled'].includes(state.phase)
}

function checkoutTemplate(view: View, checkout: Checkout): TemplateResult {
  return html`
    ${view.screens?.glance(view)} ${durationTemplate(view, checkout)}
    ${amountTemplate(view.text, checkout, view.screens?.carriedParts(view, checkout))}
    ${actionTemplate(view, checkout)}
  `
}

/** The payer, the next step, and its message. */
export function actionTemplate(view: View, checkout: Checkout): TemplateResult {
  const { screens, text, state } = view
  const stop = screens?.stop(view, checkout) ?? null
  const choosesWallet =
    (state.phase === 'choosing' && Array.isArray(state.wallets)) ||
    (state.phase === 'connecting' && state.pairing !== null)
  const isSigning = state.phase === 'reviewing' || state.phase === 'signing'
  // Beside Cancel the card says what stays open.
  const showsLock = checkout.lock && (checkout.lock.isKnown || isCancelable(state))
  return html`
    <div class="action" part="action">
      ${stop ? nothing : stepsTemplate(text, state)}
      ${isManaging(state) || (stop && isEmail(checkout.email)) || (stop && !checkout.connection) ? nothing : emailTemplate(view, checkout)}
      ${stop && !checkout.connection ? nothing : (screens?.identity(view, checkout) ?? payerRowTemplate(text.walletHint, text.walletMeans))}
      ${stop} ${choosesWallet && screens ? screens.walletChoice(view, state) : primaryTemplate(view)}
      ${showsLock ? screens?.lock(view, checkout) : nothing} ${stop ? screens?.otherWays(view, checkout) : messageTemplate(view)}
      ${isSigning ? screens?.walletShows(view, checkout) : nothing}
    </div>
    <slot name="terms"></slot>
  `
}
