import { html } from 'hono/html'
import { type Html, layout } from '../../page/layout.ts'

export function cancelPage(): Html {
  return layout({
    title: 'You left the checkout',
    body: html`<section class="wide message">
      <h1>You left the checkout</h1>
      <p class="lead">Unless you confirmed the payment in your wallet, nothing can be charged. Your order stays open for a day.</p>
      <p><a class="button" href="/#machines">Back to the machines</a></p>
    </section>`,
  })
}
