import { html } from 'hono/html'
import { type Html, layout } from './layout.ts'

export type ObjectPage = {
  title: string
  heading: string
  /** Beside the heading. */
  status?: Html | undefined
  /** Path of the page itself. */
  address: string
  object: { livemode: boolean }
  /** Whether the object itself is shown instead, as the API gives it. */
  asJson: boolean
  overview: () => Html
}

/** An object of the API for people, and as it is behind a tab. */
export function objectPage({ title, heading, status, address, object, asJson, overview }: ObjectPage): Html {
  const tab = (name: string, href: string, isCurrent: boolean) =>
    html`<a href="${href}" ${isCurrent ? html`aria-current="page"` : ''}>${name}</a>`
  return layout({
    title,
    current: 'dashboard',
    styles: ['/styles/dashboard.css'],
    body: html`<div class="wide dashboard">
      <p class="back"><a href="/dashboard">Dashboard</a></p>
      <div class="dashboard-head">
        <h1>${heading}</h1>
        <p>${status ?? ''} ${object.livemode ? '' : html`<span class="status" data-tone="warm">Test mode</span>`}</p>
      </div>
      <nav class="tabs" aria-label="View">
        ${tab('Overview', address, !asJson)} ${tab('JSON', `${address}?view=json`, asJson)}
      </nav>
      ${asJson ? html`<pre class="json" tabindex="0">${JSON.stringify(object, null, 2)}</pre>` : overview()}
    </div>`,
  })
}

/** Names and values; what is null is left out. */
export function factsPanel(facts: [name: string, value: Html | string | number | null][]): Html {
  const known = facts.filter(([, value]) => value !== null)
  return html`<section class="panel" aria-label="Facts"><dl class="facts">
    ${known.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl></section>`
}

/** A titled part of the page. */
export function panel(id: string, title: string, content: Html): Html {
  return html`<section class="panel" aria-labelledby="${id}-title">
    <div class="panel-head"><h2 id="${id}-title">${title}</h2></div>
    ${content}
  </section>`
}
