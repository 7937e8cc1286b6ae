import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
} from '../openapi/document-types.ts'
import { headingAnchors } from './render-markdown.ts'

type Listed = { method: string; path: string; operation: OperationObject }

/**
 * The API document as a page of Markdown.
 *
 * @param part every operation with a call to copy, and every object, or `list`: only the names of the operations
 */
export function referenceText(document: OpenApiDocument, part: 'all' | 'list' = 'all'): string {
  const listed = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Listed => ({ method, path, operation })),
  )
  const shared = sharedErrors(listed)
  const groups = document.tags.map(({ name, description }) => {
    const own = listed.filter(({ operation }) => operation.tags.includes(name))
    const links = own.map(({ method, path, operation: { summary } }) => {
      const link = part === 'all' ? `[${summary}](#${headingAnchors()(summary)})` : summary
      return `- \`${method.toUpperCase()} ${path}\`: ${link}`
    })
    const operations = part === 'all' ? own.flatMap(each => operationSections(each, shared)) : []
    return [`## ${name}`, description, links.join('\n'), ...operations]
  })
  const objects = Object.entries(document.components.schemas).flatMap(([name, schema]) => [
    `### Object ${name}`,
    fieldList(schema, { marksRequired: false }),
    ...(schema.examples ?? []).map(jsonBlock),
  ])
  const [introduction = ''] = document.info.description.split('\n\n')
  const conventions =
    'Conventions of all operations: [using the API](api.md). Pages for operators: [health](health.md).'
  const sections =
    part === 'all'
      ? [
          introduction,
          `The OpenAPI 3.1 document is at \`/openapi.json\`. ${conventions}`,
          `Most operations share these errors: ${errorLinks([...shared])}. Each operation names its other errors.`,
          ...groups.flat(),
          '## Objects',
          'Every field is always present. A field without a value is null.',
          ...objects,
        ]
      : [
          '<!-- Written by npm run generate -w @per-second/backend, from the schemas that check requests. -->',
          `A running service shows every operation with its fields, errors, a curl call and a response at \`/docs/reference\`, and has the OpenAPI 3.1 document at \`/openapi.json\`. ${conventions}`,
          ...groups.flat(),
        ]
  return `# API reference\n\n${sections.join('\n\n')}\n`
}

/** The errors of more than a third of the operations, which are listed once. */
function sharedErrors(listed: readonly Listed[]): Set<string> {
  const counts = new Map<string, number>()
  for (const code of listed.flatMap(({ operation }) => errorsOf(operation)))
    counts.set(code, (counts.get(code) ?? 0) + 1)
  return new Set([...counts].flatMap(([code, count]) => (3 * count > listed.length ? [code] : [])))
}

/** The codes of an operation, each once. */
function errorsOf({ responses }: OperationObject): string[] {
  const contents = Object.values(responses).map(({ content }) => content?.['application/json'])
  return [...new Set(contents.flatMap(content => Object.keys(content?.examples ?? {})))]
}

function errorLinks(named: readonly string[]): string {
  return named.map(code => `[\`${code}\`](errors.md#${code})`).join(', ')
}

const KEYS: Record<string, { who: string; variable: string }> = {
  secretKey: { who: 'Secret key', variable: '$BILLING_KEY' },
  clientToken: { who: 'Client token', variable: '$CLIENT_TOKEN' },
  adminToken: { who: 'Admin token', variable: '$ADMIN_TOKEN' },
}

/** One operation: its parameters, its response, its errors, and a call to copy. */
function operationSections({ method, path, operation }: Listed, shared: ReadonlySet<string>): string[] {
  const { summary, description, parameters, requestBody, responses, security } = operation
  const key = KEYS[Object.keys(security[0] ?? {})[0] ?? '']
  const body = requestBody?.content['application/json']
  const answer = responses['200']?.content?.['application/json']
  const sections = [
    `### ${summary}`,
    `\`${method.toUpperCase()} ${path}\`: ${key?.who ?? 'No key'}.`,
    description,
  ]
  for (const place of ['path', 'query']) {
    const here = parameters.flatMap(each => ('in' in each && each.in === place ? [fieldOf(each)] : []))
    if (here.length > 0) sections.push(`**In the ${place}**`, here.join('\n'))
  }
  if (body !== undefined) sections.push('**Body**', fieldList(body.schema, { marksRequired: true }))
  if (answer !== undefined) sections.push(responseOf(answer.schema))
  const errors = errorsOf(operation).filter(code => !shared.has(code))
  if (errors.length > 0) sections.push(`**Errors**: ${errorLinks(errors)}`)
  sections.push(`\`\`\`sh\n${curlOf({ method, path, variable: key?.variable, body: body?.example })}\n\`\`\``)
  return sections
}

function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}

function fieldOf({ name, schema, description, required }: Exclude<ParameterObject, { $ref: string }>) {
  return fieldLine(name, { ...schema, description }, required)
}

function fieldList(schema: JsonSchema, { marksRequired }: { marksRequired: boolean }): string {
  const needed = marksRequired ? (schema.required ?? []) : []
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return 'None.'
  return fields.map(([name, field]) => fieldLine(name, field, needed.includes(name))).join('\n')
}

/** A field as an item of a list. An object without a name of its own is a list inside it. */
function fieldLine(name: string, field: JsonSchema, required: boolean): string {
  const parts = [
    `- \`${name}\` ${typeOf(field)}${required ? ', **required**' : ''}.`,
    field.description ?? '',
  ]
  const { enum: options, const: only, default: standard, anyOf = [] } = field
  if (options !== undefined) parts.push(`One of ${codes(options)}.`)
  if (only !== undefined) parts.push(`Always ${codes([only])}.`)
  const bounded = [field, ...anyOf].find(each => each.minimum !== undefined && each.maximum !== undefined)
  if (bounded !== undefined) parts.push(`${bounded.minimum} to ${bounded.maximum}.`)
  if (standard !== undefined) parts.push(`Default ${codes([standard])}.`)
  const line = parts.filter(part => part !== '').join(' ')
  if (field.properties === undefined) return line
  const inner = fieldList(field, { marksRequired: false })
  return `${line}\n${inner.replaceAll(/^/gm, '  ')}`
}

function codes(values: readonly unknown[]): string {
  return values.map(value => `\`${JSON.stringify(value)}\``).join(', ')
}

function typeOf({ $ref, anyOf, oneOf, items, type }: JsonSchema): string {
  if ($ref !== undefined) return linkTo($ref)
  const options = anyOf ?? oneOf
  if (options !== undefined) return options.map(typeOf).join(' or ')
  if (items !== undefined) return `list of ${typeOf(items)}`
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'any')
}

function linkTo($ref: string): string {
  const name = $ref.replace('#/components/schemas/', '')
  return `[${name}](#${headingAnchors()(`Object ${name}`)})`
}

function responseOf(schema: JsonSchema): string {
  const item = schema.properties?.data?.items?.$ref
  if (schema.$ref !== undefined) return `**Response**: ${linkTo(schema.$ref)}`
  if (item !== undefined) return `**Response**: a [page](api.md#lists) of ${linkTo(item)}`
  return `**Response**\n\n${fieldList(schema, { marksRequired: false })}`
}

function curlOf({ method, path, variable, body }: CurlCall): string {
  const address = `$BILLING_URL${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}`
  const lines = [`curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${address}"`]
  if (variable !== undefined) lines.push(`-H "Authorization: Bearer ${variable}"`)
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`)
    lines.push(`-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`)
  }
  return lines.join(' \\\n  ')
}

type CurlCall = { method: string; path: string; variable: string | undefined; body: unknown }
