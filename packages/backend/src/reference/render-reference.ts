import type { OpenApiDocument, OperationObject } from '../openapi/document-types.ts'
import { type Html, html, paragraphs, prose } from './html.ts'
import { renderFields } from './render-fields.ts'
import { renderOperation } from './render-operation.ts'

type Listed = { method: string; path: string; operation: OperationObject }

/** Every operation with samples, and every object, with a table of contents. */
export function renderReference(document: OpenApiDocument): { contents: Html; content: Html } {
  const groups = document.tags.map(tag => ({ ...tag, operations: operationsOf(document, tag.name) }))
  const objects = Object.entries(document.components.schemas)
  const contents = html`${groups.map(
    ({ name, operations }) =>
      html`<li><a href="#${slug(name)}">${name}</a><ul>${operations.map(
        ({ method, operation }) =>
          html`<li><a href="#op-${operation.operationId}"><span class="verb verb-${method}">${method.toUpperCase()}</span>${operation.summary}</a></li>`,
      )}</ul></li>`,
  )}
<li><a href="#objects">Objects</a><ul>${objects.map(([name]) => html`<li><a href="#object-${name}">${name}</a></li>`)}</ul></li>`
  const content = html`<h1>API reference</h1>
${paragraphs(document.info.description.split('\n\n')[0] ?? '')}
<p>The OpenAPI 3.1 document: <a href="/openapi.json"><code>/openapi.json</code></a>. Conventions of all operations: <a href="/docs/api">using the API</a>.</p>
${groups.map(
  ({
    name,
    description,
    operations,
  }) => html`<section class="tag" id="${slug(name)}"><h2>${name}</h2><p>${prose(description)}</p>
${operations.map(({ method, path, operation }) => renderOperation(method, path, operation))}</section>`,
)}
<section class="tag" id="objects"><h2>Objects</h2><p>Every field is always present. A field without a value is null.</p>
${objects.map(([name, schema]) => html`<article class="object" id="object-${name}"><h3><a href="#object-${name}">${name}</a></h3>${renderFields(schema, 'hide')}</article>`)}</section>`
  return { contents, content }
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
