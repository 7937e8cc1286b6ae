import { html } from 'hono/html'
import { type Html, layout } from './layout.ts'

export function cancelPage(): Html {
  return layout({
    title: 'Nothing was charged',
    body: html`<section class="wide message">
      <h1>Nothing was charged</h1>
      <p class="lead">You left before authorising. Your wallet is as it was, and your order stays open for a day.</p>
      <p><a class="button" href="/#machines">Back to the machines</a></p>
    </section>`,
  })
}
