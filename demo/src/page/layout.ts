import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { COMPANY } from './company.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export type Layout = {
  title: string
  /** Marks the link of the page one is on. */
  current?: 'machines' | 'dashboard'
  /** Modules of the page, by address. */
  scripts?: string[]
  styles?: string[]
  /** Style sheets that the page needs inside an element of its own, by address. */
  preloads?: string[]
  body: Html
}

/** The frame every page shares. No inline styles or scripts: the content security policy forbids them. */
export function layout({ title, current, scripts = [], styles = [], preloads = [], body }: Layout): Html {
  const page = (name: Layout['current']) => (name === current ? html` aria-current="page"` : '')
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${COMPANY.name}</title>
        <link rel="icon" href="/styles/logo.svg" />
        <link rel="stylesheet" href="/styles/base.css" />
        ${preloads.map(sheet => html`<link rel="preload" as="style" href="${sheet}" />`)}
        ${styles.map(style => html`<link rel="stylesheet" href="${style}" />`)}
        ${scripts.map(script => html`<script type="module" src="${script}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <div class="wide top-row">
            <a class="brand" href="/">${logo()}<span>${COMPANY.shortName}</span></a>
            <nav aria-label="Main">
              <a href="/#machines" ${page('machines')}>Machines</a>
              <a class="nav-extra" href="/#how">How billing works</a>
              <a href="/dashboard" ${page('dashboard')}>Dashboard</a>
            </nav>
          </div>
        </header>
        <main id="content">${body}</main>
        <footer class="bottom quiet">
          <div class="wide bottom-row">
            <span>${COMPANY.name}, ${COMPANY.place}</span>
            <span>A demo store. Test money, nothing real is rented. <a href="/playground">Playground</a></span>
          </div>
        </footer>
      </body>
    </html>`
}

function logo(): Html {
  return html`<svg class="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
    <path d="M16 4.5a11.5 11.5 0 1 0 11.5 11.5" />
    <path d="M16 16 24.5 7.5" />
    <circle cx="16" cy="16" r="2.25" />
  </svg>`
}
