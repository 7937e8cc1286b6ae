import type { CheckoutSession } from '@per-second/protocol/types'
import { html, nothing, type TemplateResult } from 'lit'
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
  const url = view.logoFailed || logoUrl === null ? null : URL.parse(logoUrl)
  const isLoadable = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  return isLoadable
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
