import type { ErrorCode } from '@per-second/protocol/errors'
import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
} from '../openapi/document-types.ts'
import { ERROR_TEXTS } from '../openapi/error-texts.ts'
import { codeSample, jsonSample } from './code-sample.ts'
import { errorAddress } from './error-address.ts'
import { type Html, html, paragraphs, prose } from './html.ts'
import { renderField, renderFields } from './render-fields.ts'

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

const KEYS: Record<string, string> = {
  secretKey: '$BILLING_KEY',
  clientToken: '$CLIENT_TOKEN',
  adminToken: '$ADMIN_TOKEN',
}

const WHO: Record<string, string> = {
  secretKey: 'Secret key',
  clientToken: 'Client token',
  adminToken: 'Admin token',
}

/** One operation: its parameters, its responses, its refusals, and a call to copy. */
function renderOperation(method: string, path: string, operation: OperationObject): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const own = parameters.flatMap(parameter => ('in' in parameter ? [parameter] : []))
  const content = requestBody?.content['application/json']
  const answer = responses['200']?.content?.['application/json']
  const scheme = Object.keys(operation.security[0] ?? {})[0]
  return html`<article class="operation" id="op-${operationId}">
<div class="told">
<h3><a href="#op-${operationId}">${summary}</a></h3>
<p class="route"><span class="method method-${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
<p class="who">${scheme === undefined ? 'No key' : (WHO[scheme] ?? scheme)}</p>
${paragraphs(description)}
${section('In the path', own, 'path')}${section('In the query', own, 'query')}
${content === undefined ? null : html`<h4>Body</h4>${renderFields(content.schema)}`}
${answer === undefined ? null : html`<h4>Response</h4>${renderAnswer(answer.schema)}`}
<h4>Errors</h4>
${renderErrors(operation)}
</div>
<div class="samples">
${codeSample('curl', curlOf(method, path, scheme, content?.example))}
${answer?.example === undefined ? null : jsonSample('Response', answer.example)}
</div>
</article>`
}

function section(
  title: string,
  parameters: Exclude<ParameterObject, { $ref: string }>[],
  place: string,
): Html | null {
  const here = parameters.filter(parameter => parameter.in === place)
  if (here.length === 0) return null
  return html`<h4>${title}</h4><dl class="fields">${here.map(({ name, schema, description, required }) =>
    renderField(name, { ...schema, description }, required),
  )}</dl>`
}

function renderAnswer(schema: JsonSchema): Html {
  const { $ref, properties } = schema as {
    $ref?: string
    properties?: Record<string, { items?: { $ref?: string } }>
  }
  if ($ref !== undefined) return html`<p>${linkTo($ref)}</p>`
  const item = properties?.data?.items?.$ref
  if (item !== undefined) return html`<p>A <a href="/docs/api#lists">page</a> of ${linkTo(item)}</p>`
  return renderFields(schema, 'hide')
}

function linkTo($ref: string): Html {
  const name = $ref.replace('#/components/schemas/', '')
  return html`<a href="#object-${name}">${name}</a>`
}

function renderErrors({ responses }: OperationObject): Html {
  const errors = Object.entries(responses).filter(([status]) => status !== '200')
  return html`${errors.map(([status, { content }]) => {
    const codes = Object.keys(content?.['application/json']?.examples ?? {}) as ErrorCode[]
    return html`<details class="status"><summary><b>${status}</b> ${codes.length === 1 ? (codes[0] ?? '') : `${codes.length} codes`}</summary><dl class="codes">${codes.map(
      code =>
        html`<div><dt><a href="${errorAddress(code)}"><code>${code}</code></a></dt><dd>${prose(ERROR_TEXTS[code].cause)}</dd></div>`,
    )}</dl></details>`
  })}`
}

function curlOf(method: string, path: string, scheme: string | undefined, body: unknown): string {
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$BILLING_URL${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}"`,
  ]
  if (scheme !== undefined) lines.push(`-H "Authorization: Bearer ${KEYS[scheme] ?? '$KEY'}"`)
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`)
    lines.push(`-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`)
  }
  return lines.join(' \\\n  ')
}
