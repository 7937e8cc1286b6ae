import { html } from 'hono/html'
import type { Html } from '../page/layout.ts'
import { type DashboardFrame, dashboardFrame } from './dashboard-frame.ts'

export type ObjectPage = DashboardFrame & { object: object }

/** An object of the API for people, and as the API gives it behind a disclosure. */
export function objectPage({ object, body, ...frame }: ObjectPage): Html {
  return dashboardFrame({
    ...frame,
    body: html`${body}
      <details class="raw panel">
        <summary>Raw object</summary>
        <pre tabindex="0">${JSON.stringify(object, null, 2)}</pre>
      </details>`,
  })
}

/** Names and values, without those that are null. */
export function factsPanel(facts: [name: string, value: Html | string | number | null][]): Html {
  const known = facts.filter(([, value]) => value !== null)
  return html`<section class="panel" aria-label="Facts"><dl class="facts">
    ${known.map(([name, value]) => html`<div><dt class="quiet">${name}</dt><dd>${value}</dd></div>`)}
  </dl></section>`
}
