import { html } from 'hono/html'
import { type Html, layout } from '../page/layout.ts'

/** The parts of the dashboard, in the order of its tabs. */
const TABS = ['Overview', 'Meters', 'Invoices', 'Customers', 'Products', 'Sessions', 'Events'] as const

export type DashboardFrame = {
  title: string
  tab: (typeof TABS)[number]
  /** Beside the title. */
  status?: Html
  body: Html
}

/** The frame of every page of the dashboard. Its module draws the page again every second, from the store. */
export function dashboardFrame({ title, tab, status, body }: DashboardFrame): Html {
  return layout({
    title,
    current: 'dashboard',
    styles: ['/styles/dashboard.css'],
    scripts: ['/browser/dashboard.js'],
    body: html`<div class="wide dashboard">
      <div class="dash-head">
        <h1>${title}</h1>${status ?? ''}<span class="badge">Test mode</span>
        <p class="live quiet" id="live" role="status"></p>
      </div>
      <nav class="tabs" aria-label="Dashboard">
        ${TABS.map(name => {
          const path = name === 'Overview' ? '/dashboard' : `/dashboard/${name.toLowerCase()}`
          return html`<a href="${path}" ${name === tab ? html`aria-current="page"` : ''}>${name}</a>`
        })}
      </nav>
      ${body}
    </div>`,
  })
}

/** A titled part of a page. `beside` stands in the line of its title. */
export function panel(
  id: string,
  { title, beside = '' }: { title: string; beside?: Html | '' },
  content: Html,
): Html {
  return html`<section class="panel" id="${id}" aria-labelledby="${id}-title">
    <div class="panel-head"><h2 id="${id}-title">${title}</h2>${beside}</div>
    ${content}
  </section>`
}

/** A choice of one among few, each a link to the page that shows it. */
export function segments(
  label: string,
  choices: { name: string; href: string; isOn: boolean; count?: number }[],
): Html {
  return html`<nav class="segments" aria-label="${label}">
    ${choices.map(
      ({ name, href, isOn, count }) =>
        html`<a href="${href}" ${isOn ? html`aria-current="true"` : ''}>${name}${count === undefined ? '' : html` <b>${count}</b>`}</a>`,
    )}
  </nav>`
}

/** A list of choices in a form. */
export function select(
  name: string,
  { label, chosen }: { label: string; chosen: string },
  options: [value: string, text: string][],
): Html {
  return html`<select name="${name}" aria-label="${label}">
    ${options.map(([value, text]) => html`<option value="${value}" ${value === chosen ? html`selected` : ''}>${text}</option>`)}
  </select>`
}
