import { errorEnvelopeSchema, eventSchema } from '@per-second/protocol/schema'
import { API_VERSION } from '@per-second/protocol/types'
import type { Route } from '../routes/route.ts'
import type { PageOperation, ServicePage } from '../routes/service-page.ts'
import { describeErrors, errorExamples } from './describe-errors.ts'
import { COMMON_HEADERS, describeOperation, tagOf } from './describe-operation.ts'
import type { JsonSchema, OperationObject, PathItem } from './document-types.ts'
import { exampleOfObject } from './examples.ts'
import type { SchemaCollector } from './json-schema.ts'
import { createSchemaCollector } from './json-schema.ts'
import { ENDING, type Refusal, refusalOf } from './refusals.ts'
import { HEADERS, INTRODUCTION, PARAMETERS, SECURITY_SCHEMES, SUMMARY, TAGS, TITLE } from './texts.ts'

/** The OpenAPI 3.1 document of these routes and pages. */
export function createOpenApiDocument(routes: readonly Route[], pages: readonly ServicePage[]) {
  const schemas = createSchemaCollector()
  const paths: Record<string, PathItem> = {}
  for (const route of routes) {
    const method = route.method.toLowerCase() as Lowercase<Route['method']>
    paths[route.path] = { ...paths[route.path], [method]: describeOperation(route, schemas) }
  }
  for (const page of pages)
    if (page.operation) paths[page.path] = { get: describePage(page, page.operation, schemas) }
  schemas.describe(errorEnvelopeSchema, 'output')
  const event = schemas.describe(eventSchema, 'output')
  const operations = Object.values(paths).flatMap(item => Object.values(item))
  const used = new Set(operations.flatMap(({ tags }) => tags))
  const schemes = new Set(operations.flatMap(({ security }) => security.flatMap(each => Object.keys(each))))
  return {
    openapi: '3.1.0',
    info: {
      title: TITLE,
      version: API_VERSION,
      summary: SUMMARY,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that served this document.' }],
    tags: TAGS.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description })),
    paths,
    webhooks: { event: { post: describeDelivery(event) } },
    components: {
      schemas: withExamples(schemas.components()),
      examples: errorExamples(operations),
      headers: HEADERS,
      parameters: PARAMETERS,
      securitySchemes: Object.fromEntries(
        Object.entries(SECURITY_SCHEMES).filter(([name]) => schemes.has(name)),
      ),
    },
  }
}

/** Errors have examples of their own, one for each code. */
function withExamples(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const shown = Object.entries(schemas).map(([name, schema]) => [
    name,
    name === 'Error' ? schema : { ...schema, examples: [exampleOfObject(name, schemas)] },
  ])
  return Object.fromEntries(shown)
}

/** How an event arrives at a webhook endpoint (Standard Webhooks 1.0). */
function describeDelivery(event: JsonSchema) {
  const header = (name: string, description: string) => ({
    name,
    in: 'header' as const,
    required: true,
    description,
    schema: { type: 'string' },
  })
  return {
    operationId: 'webhooks.event',
    tags: ['Webhook endpoints'],
    summary: 'An event, delivered to your endpoint',
    description:
      'Verify the signature over the raw body before you parse it, and respond 2xx within 10 seconds. Any other result is retried, with growing intervals. An event may arrive twice and out of order. Its `id` identifies it.',
    security: [],
    parameters: [
      header('webhook-id', 'The event’s id, the same at every attempt.'),
      header('webhook-timestamp', 'When this attempt was made, in unix seconds.'),
      header(
        'webhook-signature',
        '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; several while a secret is being changed.',
      ),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: event } } },
    responses: { '2XX': { description: 'Received. It is not sent again.' } },
  }
}

/** A page of the service itself as the document describes it. */
function describePage(
  { guarded, neverRefused, mediaType }: ServicePage,
  { operationId, summary, description, ...page }: PageOperation,
  schemas: SchemaCollector,
): OperationObject {
  const schema: JsonSchema =
    page.schema === undefined
      ? { type: mediaType === 'application/json' ? 'object' : 'string' }
      : schemas.describe(page.schema, 'output')
  const refusals: Refusal[] = [
    refusalOf('http_invalid'),
    refusalOf('version_unknown'),
    refusalOf('live_key_in_browser'),
    refusalOf('internal_error'),
    ENDING,
  ]
  if (guarded) refusals.push(refusalOf('api_key_missing'), refusalOf('api_key_invalid'))
  else if (!neverRefused) refusals.push(refusalOf('rate_limit_exceeded'))
  refusals.push(...(page.refusals ?? []).map(refusalOf))
  return {
    operationId,
    tags: [tagOf(operationId)],
    summary,
    description,
    security: guarded ? [{ adminToken: [] }] : [],
    parameters: [{ $ref: '#/components/parameters/BillingVersion' }],
    responses: {
      '200': { description: summary, headers: COMMON_HEADERS, content: { [mediaType]: { schema } } },
      ...describeErrors(refusals, COMMON_HEADERS),
    },
  }
}
