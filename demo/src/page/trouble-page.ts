import { html } from 'hono/html'
import { type Html, layout } from './layout.ts'

export function troublePage({ title, text }: { title: string; text: string }): Html {
  return layout({
    title,
    body: html`<section class="wide message">
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      <p><a class="button" href="/">Back to the store</a></p>
    </section>`,
  })
}

/** The page for an unknown checkout session. */
export function noOrderPage(): Html {
  return troublePage({
    title: 'We have no such order',
    text: 'The address of this page names an order that we do not know. Choose a machine, and start again.',
  })
}
