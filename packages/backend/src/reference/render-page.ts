import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { API_VERSION } from '@per-second/protocol/types'
import { html, raw } from 'hono/html'
import { TITLE } from '../openapi/texts.ts'
import type { Section } from './render-markdown.ts'
import type { DocsGroup, DocsPage } from './table-of-contents.ts'

const STYLE = readFileSync(new URL('./reference.css', import.meta.url), 'utf8')
const SEARCH = readFileSync(new URL('./search-sections.js', import.meta.url), 'utf8')
const PAGE = readFileSync(new URL('./reference-page.js', import.meta.url), 'utf8')
/** A script of a page exports nothing. */
const SCRIPT = SEARCH.replace('export ', '') + PAGE

/**
 * Allows the page's own style and script, both named by hash, and the search's load from this service, and nothing
 * from elsewhere.
 */
export const PAGE_HEADERS: Record<string, string> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src '${hashOf(STYLE)}'`,
    `script-src '${hashOf(SCRIPT)}'`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='6.5' fill='none' stroke='%230a7d5a' stroke-width='2'/%3E%3Cpath d='M8 4.5V8l2.5 1.5' fill='none' stroke='%230a7d5a' stroke-width='2' stroke-linecap='round'/%3E%3C/svg%3E"

type Markup = ReturnType<typeof html>

type PageFrame = { groups: readonly DocsGroup[]; page: DocsPage; sections: readonly Section[] }

/** The groups of a merchant's menu. The pages of another group show that group instead of the first. */
const SELLER = ['Sell', 'Reference']

/**
 * A page of documentation: the bar, search and all pages beside it, its own contents, and the previous and the next
 * page.
 */
export function renderPage({ groups, page, sections }: PageFrame): string {
  const pages = groups.flatMap(group => group.pages)
  const place = pages.indexOf(page)
  const beside = place === -1 ? [] : [pages[place - 1], pages[place + 1]]
  const own = groups.find(group => group.pages.includes(page))?.title
  const open = own === undefined || SELLER.includes(own) ? SELLER : [own]
  const markup = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title === TITLE ? TITLE : `${page.title} · ${TITLE}`}</title>
<link rel="icon" href="${raw(ICON)}">
<style>${raw(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<p class="brand"><a href="/docs">${TITLE}</a> <span>API ${API_VERSION}</span></p>
<search hidden><input type="search" id="find" aria-label="Search the documentation" placeholder="Search all pages" autocomplete="off"></search>
<p class="doors"><a href="/docs/reference">Reference</a> <a href="/docs/errors">Errors</a> <a href="/openapi.json">OpenAPI</a></p>
</header>
<nav class="side" aria-label="Documentation">
<details class="menu" open><summary>Menu</summary>
${groups.map(({ title, pages }) => {
  const shown = pages.filter(each => each.isInMenu || each === page)
  const first = open.includes(title) ? undefined : shown[0]
  if (first !== undefined) return html`<p class="group"><a href="${addressOf(first)}">${title} ›</a></p>`
  return html`<p class="group">${title}</p>
<ul>${shown.map(each => renderEntry(each, each === page ? contentsOf(sections) : null))}</ul>`
})}
</details>
</nav>
<main id="content">
<section class="found" aria-label="Found" aria-live="polite" hidden></section>
<article class="${page.name === '' ? 'home' : 'prose'}">${sections.map(({ title, body }) => raw(title + body))}</article>
<p class="beside">${beside.map((other, index) =>
    other === undefined
      ? null
      : html`<a href="${addressOf(other)}" rel="${index === 0 ? 'prev' : 'next'}">${other.title}</a>`,
  )}</p>
</main>
<script>${raw(SCRIPT)}</script>
</body>
</html>`
  return markup.toString()
}

/** The headings of the page's highest level below its title. */
function contentsOf(sections: readonly Section[]): Markup {
  const inner = sections.filter(({ level }) => level > 1)
  const highest = Math.min(...inner.map(({ level }) => level))
  const shown = inner.filter(({ level }) => level === highest)
  return html`${shown.map(({ anchor, heading }) => html`<li><a href="#${anchor}">${heading}</a></li>`)}`
}

/** Where a page is served, from the service's root. */
export function addressOf({ name }: DocsPage): string {
  return posix.join('/docs', name)
}

function renderEntry(page: DocsPage, contents: Markup | null): Markup {
  if (contents === null) return html`<li><a href="${addressOf(page)}">${page.title}</a></li>`
  return html`<li><a href="${addressOf(page)}" aria-current="page">${page.title}</a><ul>${contents}</ul></li>`
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
