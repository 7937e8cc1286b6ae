import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { TITLE } from '../openapi/texts.ts'
import { Html, html } from './html.ts'

const STYLE = readFileSync(new URL('./reference.css', import.meta.url), 'utf8')
const SCRIPT = readFileSync(new URL('./reference-page.js', import.meta.url), 'utf8')

/** Nothing but the page's own style and script, both named by hash; nothing from anywhere else. */
export const PAGE_HEADERS: Record<string, string> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src '${hashOf(STYLE)}'`,
    `script-src '${hashOf(SCRIPT)}'`,
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

export type Page = {
  title: string
  /** Version of the API. */
  version: string
  /** What the search field over the contents says. */
  find: string
  /** Lists of links into the page, each after a paragraph of class `group`. */
  contents: Html
  content: Html
}

/** A page of documentation: the bar, the contents beside it, and what it is about. */
export function renderPage({ title, version, find, contents, content }: Page): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${new Html(ICON)}">
<style>${new Html(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<p class="brand">${TITLE} <span>API ${version}</span></p>
<p class="doors"><a href="/docs">Reference</a> <a href="/docs/errors">Errors</a> <a href="/openapi.json">OpenAPI</a></p>
</header>
<nav class="side" aria-label="Contents">
<details class="menu" open><summary>Contents</summary>
<label class="find"><span class="unseen">${find}</span><input type="search" id="find" placeholder="${find}" autocomplete="off"></label>
${contents}
</details>
</nav>
<main id="content">
${content}
</main>
<script>${new Html(SCRIPT)}</script>
</body>
</html>`
  return page.text
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
