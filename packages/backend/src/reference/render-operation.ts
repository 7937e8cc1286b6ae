import type { ErrorCode } from '@per-second/protocol/errors'
import type { JsonSchema, OperationObject, ParameterObject } from '../openapi/document-types.ts'
import { ERROR_TEXTS } from '../openapi/error-texts.ts'
import { codeSample, jsonSample } from './code-sample.ts'
import { errorAddress } from './error-address.ts'
import { type Html, html, paragraphs, prose } from './html.ts'
import { renderField, renderFields } from './render-fields.ts'

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
export function renderOperation(method: string, path: string, operation: OperationObject): Html {
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
