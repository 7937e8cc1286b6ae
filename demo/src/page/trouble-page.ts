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
