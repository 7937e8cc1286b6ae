import { renderSkeleton } from '@per-second/authorise/server'
import type { CheckoutSession } from '@per-second/client'
import { html, raw } from 'hono/html'
import { type Html, layout } from '../../page/layout.ts'
import { MACHINES } from '../catalogue.ts'
import { readablePrice } from '../price.ts'
import { machineDrawing } from './machine-drawing.ts'
import { type ChainForPages, FAUCET_AMOUNT, walletPanel } from './wallet-panel.ts'

export type SessionPage = {
  session: CheckoutSession
  billingUrl: string
  chain: ChainForPages
  /** The session whose meter this one carries on. */
  replaces: string | null
}

const SKELETON_STYLES = '/billing-authorise/billing-authorise-skeleton.css'

/** The files of a page with the element: its script, the skeleton's styles before the first paint, and the page's own. */
export const ELEMENT_ASSETS = {
  styles: ['/styles/checkout.css'],
  preloads: [SKELETON_STYLES],
  scripts: ['/billing-authorise/billing-authorise.js', '/browser/checkout.js'],
}

/**
 * The element, drawn as a skeleton until its script is there. The logo is the page's own, because the store's
 * port, and with it its address, may change. In the slot for a wallet without money stands the faucet.
 */
export function elementOf({ session, billingUrl, replaces }: SessionPage): Html {
  return html`<billing-authorise session="${session.id}" base-url="${billingUrl}" extend-url="/extend?session={CHECKOUT_SESSION_ID}" replaces="${replaces ?? ''}">
    ${raw(renderSkeleton({ stylesheet: SKELETON_STYLES }))}
    <img slot="logo" src="/styles/logo.svg" alt="" width="32" height="32" />
    <button slot="fund" class="button plain" id="fund" type="button">Get ${FAUCET_AMOUNT} test AUSD</button>
  </billing-authorise>`
}

export function checkoutPage(page: SessionPage): Html {
  return layout({
    title: `Rent ${page.session.product.name}`,
    ...ELEMENT_ASSETS,
    body: html`<div class="wide checkout">
      <div class="checkout-side">
        <p class="back quiet"><a href="/#machines">All machines</a></p>
        ${summary(page.session)} ${walletPanel(page.chain)}
      </div>
      <section class="checkout-pay" aria-labelledby="pay-title">
        <h2 id="pay-title" class="unseen">Authorise</h2>
        ${elementOf(page)}
      </section>
    </div>`,
  })
}

function summary({ product }: CheckoutSession): Html {
  const machine = MACHINES.find(({ product: { name } }) => name === product.name)
  const unit = machine?.pricedBy ?? 'hour'
  return html`<section class="summary" aria-labelledby="summary-title">
    ${machine ? machineDrawing(machine.drawing) : ''}
    <h1 id="summary-title">${product.name}</h1>
    <p class="summary-text">${product.description}</p>
    <ul class="facts">
      ${machine?.facts.map(fact => html`<li>${fact}</li>`) ?? ''}
    </ul>
    <dl class="summary-price">
      <div><dt>Per ${unit}, about</dt><dd>${readablePrice(product.rate_usd_per_second, unit)}</dd></div>
      <div><dt>Per second, exactly</dt><dd>$${product.rate_usd_per_second}</dd></div>
      <div><dt>The meter starts</dt><dd>${product.start_mode === 'merchant' ? 'when your machine is up' : 'when you authorise'}</dd></div>
    </dl>
    <ol class="how">
      <li><strong>You set a maximum.</strong> Nothing beyond it can ever be charged.</li>
      <li><strong>You sign once.</strong> The maximum is held safely until you stop.</li>
      <li><strong>You stop.</strong> The rest goes back to your wallet by itself.</li>
    </ol>
  </section>`
}
