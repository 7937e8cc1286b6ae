import type { CheckoutSession } from '@per-second/client'
import { html } from 'hono/html'
import type { Html } from '../../page/layout.ts'
import { MACHINES } from '../catalogue.ts'
import { readablePrice } from '../price.ts'
import { elementPage, type SessionPage } from './element-page.ts'
import { machineDrawing } from './machine-drawing.ts'

export function checkoutPage(page: SessionPage): Html {
  return elementPage(page, {
    title: `Rent ${page.session.product.name}`,
    heading: 'Authorise',
    side: html`${summary(page.session)} <section class="wallet" id="dev-wallet" aria-label="Test money"></section>`,
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
