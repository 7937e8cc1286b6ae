import { css, html, nothing, type TemplateResult } from 'lit'
import { returnUrl } from '../dom/return-url.ts'
import type { Checkout } from '../machine/state.ts'
import { icon } from './later-icons.ts'
import type { View } from './view.ts'

/** A checkout that ended without an authorisation, with the way on. */
export function expiredTemplate({ text }: View, { lock, session }: Checkout): TemplateResult {
  const back = returnUrl(session.cancel_url, session.id)
  return html`
    <section class="outcome" part="expired" role="status">
      <span class="seal quiet">${icon('clock')}</span>
      <h3>${text.expiredTitle}</h3>
      ${lock ? nothing : html`<p class="note">${text.advice.nothing_done} ${text.advice.start_anew(session.merchant.name)}</p>`}
    </section>
    ${back ? html`<a class="primary" part="button" href=${back}>${text.backTo(session.merchant.name)}</a>` : nothing}
  `
}

export function canceledTemplate({ text }: View, { lock }: Checkout): TemplateResult {
  return html`
    <section class="outcome" part="canceled" role="status">
      <span class="seal quiet">${icon('refund')}</span>
      <h3>${text.canceledTitle}</h3>
      ${lock ? nothing : html`<p class="note">${text.advice.nothing_done}</p>`}
    </section>
  `
}

/** The way back to the shop after the notice of an open signature. The element does not leave the page by itself then. */
export function backTemplate({ text }: View, { lock, session }: Checkout): TemplateResult | typeof nothing {
  const back = lock?.signature ? returnUrl(session.cancel_url, session.id) : null
  if (back === null) return nothing
  return html`<a class="text-button" part="button" href=${back}>${text.backTo(session.merchant.name)}</a>`
}

/** A link onwards from a session found complete, unless the page is its target already. */
export function continueTemplate(view: View, { session }: Checkout): TemplateResult | typeof nothing {
  const url = returnUrl(session.success_url, session.id)
  if (url === null || withoutHash(url) === withoutHash(view.pageHref)) return nothing
  return html`<a class="text-button" part="continue" href=${url}>${view.text.backTo(session.merchant.name)}</a>`
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? url
}

/** The centred message of a card that has no next step. */
export const outcomeStyles = css`
  .outcome {
    padding: 28px 0 24px;
    text-align: center;
  }
  .outcome h3 {
    font-size: calc(17em / 15);
    line-height: calc(24em / 17);
    font-weight: var(--_weight);
  }
  .outcome .note {
    margin-top: 4px;
    text-wrap: balance;
  }
  .seal {
    display: inline-grid;
    place-items: center;
    width: 44px;
    height: 44px;
    margin-bottom: 12px;
    color: var(--_success);
    background: var(--_sunken);
    border: 1px solid var(--_border);
    border-radius: 50%;
  }
  .seal.danger {
    color: var(--_danger);
  }
  .seal.quiet {
    color: var(--_muted);
  }
`
