import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type {
  HeaderObject,
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from '../src/openapi/document-types.ts'

/** A response as received, with its request. Header names in lower case. */
export type Exchanged = {
  method: string
  /** With query, as it was sent. */
  path: string
  status: number
  headers: { get(name: string): string | null }
  text: string
}

/** Returns the part of a response that is not in the document, or null. */
export type DocumentCheck = {
  answer(exchanged: Exchanged): string | null
  /** Whether a body fits the document's operation at this path. Null when there is no such operation. */
  acceptsBody(method: string, path: string, body: unknown): boolean | null
}

/** Headers that mean something: an answer may not have them where the document does not say so. */
const MEANINGFUL = ['Retry-After', 'Idempotent-Replayed', 'Billing-Clock', 'Billing-Cap', 'WWW-Authenticate']
/** The service's own pages, which are not part of the API, and the media type of each. */
export const SERVICE_PAGES: Record<string, string> = {
  '/healthz': 'application/json',
  '/readyz': 'application/json',
  '/metrics': 'text/plain',
  '/openapi.json': 'application/json',
  '/_local/test-wallet.js': 'text/javascript',
}
/** The operation of such a page, in the document's form: nothing is said of it. */
export const PAGE_OPERATION: OperationObject = {
  operationId: '',
  tags: [],
  summary: '',
  description: '',
  security: [],
  parameters: [],
  responses: {},
}
const DOCUMENTATION = /^\/(?:docs(?:\/|-search\.json$|$)|$)/
const OF_A_PAGE = ['rate_limit_exceeded', 'chain_unavailable', 'api_key_missing', 'api_key_invalid']
const OUTSIDE_ROUTES = [
  'http_invalid',
  'version_unknown',
  'live_key_in_browser',
  'route_not_found',
  'method_not_allowed',
  'internal_error',
]

/** Holds answers against an OpenAPI document, any document: nothing here knows our routes, only the pages beside them. */
export function createDocumentCheck(document: OpenApiDocument): DocumentCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  ajv.addSchema({ $id: 'document', ...document })
  const compiled = new Map<string, ValidateFunction>()
  const validator = (pointer: string[]): ValidateFunction => {
    const place = pointer.map(part => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    let validate = compiled.get(place)
    if (validate === undefined) {
      validate = ajv.compile({ $ref: `document#/${encodeURI(place)}` })
      compiled.set(place, validate)
    }
    return validate
  }
  const problemOf = (pointer: string[], value: unknown): string | null => {
    const validate = validator(pointer)
    return validate(value) ? null : ajv.errorsText(validate.errors)
  }

  const templates = Object.keys(document.paths).map(path => ({ path, pattern: pathPattern(path) }))
  const find = (method: string, sent: string) => {
    const pathname = normalised(sent)
    const path = templates.find(({ pattern }) => pattern.test(pathname))?.path
    const asked = (method === 'HEAD' ? 'get' : method.toLowerCase()) as keyof OpenApiDocument['paths'][string]
    const operation = path === undefined ? undefined : document.paths[path]?.[asked]
    return path === undefined || operation === undefined ? null : { path, method: asked, operation }
  }

  const headerProblem = ({ headers = {} }: ResponseObject, exchanged: Exchanged): string | null => {
    for (const [name, header] of Object.entries(headers)) {
      const { required = false, schema } = resolve(header, document)
      const value = exchanged.headers.get(name)
      if (value === null) {
        if (required) return `${name} is missing`
      } else if (!fitsText(schema, value)) return `${name} is "${value}"`
    }
    const surplus = MEANINGFUL.find(name => exchanged.headers.get(name) !== null && !(name in headers))
    return surplus === undefined ? null : `${surplus} is there, undocumented`
  }

  const bodyProblem = (
    place: { path: string; method: string; operation: OperationObject },
    response: ResponseObject,
    exchanged: Exchanged,
  ): string | null => {
    const [mediaType = ''] = (exchanged.headers.get('Content-Type') ?? '').split(';')
    if (!(mediaType in (response.content ?? {}))) return `the media type "${mediaType}" is not documented`
    if (exchanged.method === 'HEAD') return exchanged.text === '' ? null : 'HEAD has a body'
    if (mediaType !== 'application/json') return null
    const json = parse(exchanged.text)
    if (json === undefined) return 'the body is not JSON'
    const { path, method } = place
    return problemOf(
      ['paths', path, method, 'responses', String(exchanged.status), 'content', mediaType, 'schema'],
      json,
    )
  }

  const outsideProblem = (exchanged: Exchanged): string | null => {
    const path = normalised(exchanged.path)
    const media = SERVICE_PAGES[path]
    if (exchanged.status === 200) {
      const [is = ''] = (exchanged.headers.get('Content-Type') ?? '').split(';')
      if (media !== undefined && is !== media) return `the media type of ${path} is "${is}"`
      if (exchanged.method === 'HEAD') return exchanged.text === '' ? null : 'HEAD has a body'
      if (media !== undefined || DOCUMENTATION.test(path)) return null
    }
    if (exchanged.method === 'OPTIONS' && exchanged.status === 204)
      return exchanged.text === '' ? null : 'a preflight has a body'
    const json = parse(exchanged.text)
    if (exchanged.method === 'HEAD') return null
    const problem = problemOf(['components', 'schemas', 'Error'], json)
    if (problem !== null) return problem
    const { code } = (json as { error: { code: string } }).error
    const codes = media === undefined ? OUTSIDE_ROUTES : [...OUTSIDE_ROUTES, ...OF_A_PAGE]
    return codes.includes(code) ? null : `${code} comes from no route`
  }

  return {
    answer: exchanged => {
      if (exchanged.headers.get('Request-Id') === null) return 'Request-Id is missing'
      const place = find(exchanged.method, exchanged.path)
      if (place === null) return outsideProblem(exchanged)
      const response = place.operation.responses[String(exchanged.status)]
      if (response === undefined) return `${exchanged.status} is not documented: ${exchanged.text}`
      return headerProblem(response, exchanged) ?? bodyProblem(place, response, exchanged)
    },
    acceptsBody: (method, path, body) => {
      const place = find(method, path)
      if (place === null || place.operation.requestBody === undefined) return null
      return (
        problemOf(
          ['paths', place.path, place.method, 'requestBody', 'content', 'application/json', 'schema'],
          body,
        ) === null
      )
    },
  }
}

/** The path as a server sees it: without query, dot segments resolved, needless escapes undone. */
function normalised(sent: string): string {
  // Put together rather than resolved: two slashes at the beginning would name another host.
  const { pathname } = new URL(`http://service.invalid${sent}`)
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

function resolve(
  header: HeaderObject,
  document: OpenApiDocument,
): { required?: boolean; schema: JsonSchema } {
  if (!('$ref' in header)) return header
  const named = document.components.headers[header.$ref.replace('#/components/headers/', '')]
  if (named === undefined || '$ref' in named) throw new Error(`${header.$ref} leads nowhere.`)
  return named
}

function fitsText(schema: JsonSchema, value: string): boolean {
  const { const: only, pattern } = schema as { const?: unknown; pattern?: string }
  return (only === undefined || only === value) && (pattern === undefined || new RegExp(pattern).test(value))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The paths of one template, as a pattern. */
function pathPattern(template: string): RegExp {
  const literal = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
