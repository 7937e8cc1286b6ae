import type { CheckoutSession } from '@per-second/protocol/types'
import { css, html, nothing, type TemplateResult } from 'lit'
import { webUrl } from '../chains/web-url.ts'
import { formatMoney } from '../format/format-money.ts'
import { humanRate } from '../format/format-rate.ts'
import type { Text } from '../text/text.ts'
import type { View } from './view.ts'

/** Merchant and product. The merchant's logo is the one thing loaded from elsewhere, without a referrer, and gone when it cannot be. */
export function headerTemplate(view: View, session: CheckoutSession): TemplateResult {
  const { merchant, product } = session
  return html`
    <div class="who" part="header">
      <slot name="logo">${logoTemplate(view, merchant.name, merchant.logo_url)}</slot>
      <div class="names">
        <p class="merchant">${merchant.name}</p>
        <h2 class="product" part="product">${product.name}</h2>
      </div>
      ${session.livemode ? nothing : html`<span class="badge" part="test-mode">${view.text.testMode}</span>`}
    </div>
  `
}

function logoTemplate(view: View, name: string, logoUrl: string | null): TemplateResult {
  const url = view.logoFailed || logoUrl === null ? null : webUrl(logoUrl)
  return url
    ? html`<img
        class="logo"
        part="logo"
        src=${url.href}
        alt=""
        width="32"
        height="32"
        referrerpolicy="no-referrer"
        @error=${view.failLogo}
      />`
    : html`<span class="logo monogram" part="logo" aria-hidden="true">${[...name.trim()][0] ?? ''}</span>`
}

/** The exact rate, and beside it a rate per hour or day. */
export function rateTemplate(text: Text, rateUsd: string): TemplateResult {
  const human = humanRate(rateUsd, text.locale)
  return html`
    <p class="rate" part="rate">
      <span class="exact">${text.rates.second(formatMoney(rateUsd, text))}</span>
      ${human ? html`<span class="human">${human.exact ? '=' : '≈'} ${text.rates[human.unit](human.amount)}</span>` : nothing}
    </p>
  `
}

/** Merchant, product and rate. */
export const headerStyles = css`
  ::slotted([slot='logo']) {
    flex: none;
    width: 32px;
    height: 32px;
  }
  .who {
    display: flex;
    align-items: center;
    gap: 12px;
  }
  .logo {
    flex: none;
    width: 32px;
    height: 32px;
    border-radius: 8px;
    object-fit: cover;
  }
  .monogram {
    display: grid;
    place-items: center;
    font-weight: var(--_weight);
    text-transform: uppercase;
    color: var(--_on-accent);
    background: var(--_accent);
    forced-color-adjust: none;
  }
  .names {
    flex: 1;
    min-width: 0;
  }
  .product {
    font-weight: var(--_weight);
    line-height: calc(20em / 15);
  }
  .merchant {
    line-height: calc(16em / 13);
  }
  .badge {
    align-self: start;
    padding: 1px 8px;
    font-size: calc(12em / 15);
    line-height: calc(18em / 12);
    white-space: nowrap;
    color: var(--_notice);
    background: var(--_notice-sunken);
    border: 1px solid var(--_notice-edge);
    border-radius: 99px;
  }
  .rate {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 8px;
    margin-top: 16px;
  }
`
