import { html } from 'hono/html'
import { type Html, layout } from '../../page/layout.ts'

/** Cancelling leaves the session open, so the way back to it comes first. */
export function cancelPage(session: string | undefined): Html {
  return layout({
    title: 'You left the checkout',
    body: html`<section class="wide message">
      <h1>You left the checkout</h1>
      <p class="lead">Unless you confirmed the payment in your wallet, nothing can be charged. Your order stays open for a day.</p>
      ${session ? html`<p><a class="button" href="/checkout?session=${session}">Back to your order</a></p>` : ''}
      <p><a class="${session ? '' : 'button'}" href="/#machines">All machines</a></p>
    </section>`,
  })
}
