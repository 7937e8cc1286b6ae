import type { OpenApiDocument, OperationObject } from '../openapi/document-types.ts'
import { type GuideSection, guideSections } from './guide.ts'
import { type Html, html, paragraphs, prose } from './html.ts'
import { renderFields } from './render-fields.ts'
import { renderOperation } from './render-operation.ts'
import { renderPage } from './render-page.ts'

type Listed = { method: string; path: string; operation: OperationObject }

/** The whole reference as one page: a guide, every operation with samples, every object. */
export function renderReference(document: OpenApiDocument, options: { local: boolean }): string {
  const guide = guideSections(options)
  const groups = document.tags.map(tag => ({ ...tag, operations: operationsOf(document, tag.name) }))
  const objects = Object.entries(document.components.schemas)
  const contents = html`<p class="group">Guide</p>
<ul>${guide.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
${groups.map(
  ({ name, operations }) =>
    html`<p class="group">${name}</p><ul>${operations.map(
      ({ method, operation }) =>
        html`<li><a href="#op-${operation.operationId}"><span class="verb verb-${method}">${method.toUpperCase()}</span>${operation.summary}</a></li>`,
    )}</ul>`,
)}
<p class="group">Objects</p>
<ul>${objects.map(([name]) => html`<li><a href="#object-${name}">${name}</a></li>`)}</ul>`
  const content = html`<section class="intro"><h1>${document.info.summary}</h1>
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
${objects.map(([name, schema]) => html`<article class="object" id="object-${name}"><h3><a href="#object-${name}">${name}</a></h3>${renderFields(schema, 'hide')}</article>`)}</section>`
  const { title, version } = document.info
  return renderPage({ title: `${title} API`, version, find: 'Find an operation', contents, content })
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
