import { css, html, nothing, type TemplateResult } from 'lit'
import { isEmail } from '../machine/email.ts'
import { type Checkout, isCancelable, isManaging, type State } from '../machine/state.ts'
import { amountTemplate } from './amount.ts'
import { durationTemplate } from './duration.ts'
import { headerTemplate, rateTemplate } from './header.ts'
import { icon } from './icons.ts'
import { emailTemplate, payerRowTemplate } from './identity-rows.ts'
import { messageTemplate } from './message.ts'
import { primaryTemplate } from './primary.ts'
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
  const isSigning = state.phase === 'reviewing' || state.phase === 'signing'
  // Beside Cancel the card says what stays open.
  const showsLock = checkout.lock && (checkout.lock.isKnown || isCancelable(state))
  return html`
    <div class="action" part="action">
      ${stop ? nothing : stepsTemplate(text, state)}
      ${isManaging(state) || (stop && isEmail(checkout.email)) || (stop && !checkout.connection) ? nothing : emailTemplate(view, checkout)}
      ${stop && !checkout.connection ? nothing : (screens?.identity(view, checkout) ?? payerRowTemplate(text.walletHint, text.walletMeans))}
      ${stop} ${screens?.walletChoice(view, state) ?? primaryTemplate(view)}
      ${showsLock ? screens?.lock(view, checkout) : nothing} ${stop ? screens?.otherWays(view, checkout) : messageTemplate(view)}
      ${isSigning ? screens?.walletShows(view, checkout) : nothing}
    </div>
    <slot name="terms"></slot>
  `
}

/** The end of the card: the Details disclosure, and the way out. Text of twice its size leaves room for one of them in a line. */
export const footStyles = css`
  .foot {
    position: relative;
    margin-top: 16px;
    padding-top: 8px;
    border-top: 1px solid var(--_border);
  }
  .foot .cancel {
    position: absolute;
    top: 8px;
    inset-inline-end: 0;
  }
  .foot .matches {
    display: flex;
    float: inline-end;
    align-items: center;
    gap: 6px;
    min-height: var(--_line);
  }
  .matches .icon {
    width: 16px;
    height: 16px;
    color: var(--_success);
  }
  .details > :not(summary) {
    clear: both;
  }
  summary {
    display: flex;
    width: fit-content;
    align-items: center;
    gap: 4px;
    min-height: var(--_line);
    padding-inline-end: 6px;
    border-radius: 6px;
    cursor: pointer;
    list-style: none;
    overflow-wrap: break-word;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary:hover {
    color: var(--_text);
    background: var(--_sunken);
  }
  summary .icon {
    margin-inline-start: -5px;
    width: 16px;
    height: 16px;
    transition: transform var(--_ease);
  }
  @container billing-authorise (max-width: 17em) {
    .foot .cancel {
      position: static;
    }
    .bone {
      white-space: normal;
    }
  }
`
