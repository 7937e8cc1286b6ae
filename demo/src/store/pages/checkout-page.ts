import type { CheckoutSession } from '@per-second/client'
import { html } from 'hono/html'
import { type Html, layout } from '../../page/layout.ts'
import { MACHINES } from '../catalogue.ts'
import { readablePrice } from '../price.ts'
import { type ChainForPages, walletPanel } from './wallet-panel.ts'

export type SessionPage = {
  session: CheckoutSession
  billingUrl: string
  chain: ChainForPages
}

export const ELEMENT_SCRIPT = '/billing-authorise/billing-authorise.js'

export function checkoutPage({ session, billingUrl, chain }: SessionPage): Html {
  return layout({
    title: `Rent ${session.product.name}`,
    styles: ['/styles/checkout.css'],
    scripts: [ELEMENT_SCRIPT, '/browser/checkout.js'],
    body: html`<div class="wide checkout">
      <div class="checkout-side">
        <p class="back"><a href="/#machines">All machines</a></p>
        ${summary(session)} ${walletPanel(chain)}
      </div>
      <section class="checkout-pay" aria-labelledby="pay-title">
        <h2 id="pay-title" class="unseen">Authorise</h2>
        <billing-authorise session="${session.id}" base-url="${billingUrl}"></billing-authorise>
      </section>
    </div>`,
  })
}

function summary({ product }: CheckoutSession): Html {
  const machine = MACHINES.find(({ product: { name } }) => name === product.name)
  const unit = machine?.pricedBy ?? 'hour'
  return html`<section class="summary" aria-labelledby="summary-title">
    <h1 id="summary-title">${product.name}</h1>
    <p class="summary-text">${product.description}</p>
    <ul class="facts">
      ${machine?.facts.map(fact => html`<li>${fact}</li>`) ?? ''}
    </ul>
    <dl class="summary-price">
      <div><dt>Per ${unit}, about</dt><dd>${readablePrice(product.rate_usd_per_second, unit)}</dd></div>
      <div class="exact"><dt>Per second, exactly</dt><dd>$${product.rate_usd_per_second}</dd></div>
      <div><dt>The meter starts</dt><dd>${product.start_mode === 'merchant' ? 'when your machine is up' : 'when you authorise'}</dd></div>
    </dl>
  </section>`
}
