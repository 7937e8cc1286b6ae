import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { OpenApiDocument, OperationObject } from '../openapi/document-types.ts'
import { type GuideSection, guideSections } from './guide.ts'
import { Html, html, paragraphs, prose } from './html.ts'
import { renderFields } from './render-fields.ts'
import { renderOperation } from './render-operation.ts'

const STYLE = readFileSync(new URL('./reference.css', import.meta.url), 'utf8')
const SCRIPT = readFileSync(new URL('./reference-page.js', import.meta.url), 'utf8')

/** Nothing but the page's own style and script, both named by hash; nothing from anywhere else. */
export const REFERENCE_HEADERS: Record<string, string> = {
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

type Listed = { method: string; path: string; operation: OperationObject }

/** The whole reference as one page: a guide, every operation with samples, every object. */
export function renderReference(document: OpenApiDocument, options: { local: boolean }): string {
  const guide = guideSections(options)
  const groups = document.tags.map(tag => ({ ...tag, operations: operationsOf(document, tag.name) }))
  const objects = Object.entries(document.components.schemas)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.info.title} API</title>
<link rel="icon" href="${new Html(ICON)}">
<style>${new Html(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<p class="brand">${document.info.title} <span>API ${document.info.version}</span></p>
<a href="/openapi.json">OpenAPI</a>
</header>
<nav class="side" aria-label="Contents">
<details class="menu" open><summary>Contents</summary>
<label class="find"><span class="unseen">Find an operation</span><input type="search" id="find" placeholder="Find an operation" autocomplete="off"></label>
<p class="group">Guide</p>
<ul>${guide.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
${groups.map(
  ({ name, operations }) =>
    html`<p class="group">${name}</p><ul>${operations.map(
      ({ method, operation }) =>
        html`<li><a href="#op-${operation.operationId}"><span class="verb verb-${method}">${method.toUpperCase()}</span>${operation.summary}</a></li>`,
    )}</ul>`,
)}
<p class="group">Objects</p>
<ul>${objects.map(([name]) => html`<li><a href="#object-${name}">${name}</a></li>`)}</ul>
</details>
</nav>
<main id="content">
<section class="intro"><h1>${document.info.summary}</h1>
${paragraphs(document.info.description.split('\n\n')[0] ?? '')}</section>
${guide.map(renderSection)}
${groups.map(
  ({
    name,
    description,
    operations,
  }) => html`<section class="tag" id="${slug(name)}"><h2>${name}</h2><p>${prose(description)}</p>
${operations.map(({ method, path, operation }) => renderOperation(method, path, operation))}</section>`,
)}
<section class="tag" id="objects"><h2>Objects</h2><p>Every field is always there. What has no value is null.</p>
${objects.map(([name, schema]) => html`<article class="object" id="object-${name}"><h3><a href="#object-${name}">${name}</a></h3>${renderFields(schema, 'hide')}</article>`)}</section>
</main>
<script>${new Html(SCRIPT)}</script>
</body>
</html>`
  return page.text
}

function renderSection({ id, title, body }: GuideSection): Html {
  return html`<section class="guide" id="${id}"><h2>${title}</h2>${body}</section>`
}

function operationsOf(document: OpenApiDocument, tag: string): Listed[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .map(([method, operation]): Listed => ({ method, path, operation }))
      .filter(({ operation }) => operation.tags.includes(tag)),
  )
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
