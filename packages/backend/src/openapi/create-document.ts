import { errorEnvelopeSchema, eventSchema } from '@per-second/protocol/schema'
import { API_VERSION } from '@per-second/protocol/types'
import type { Route } from '../routes/route.ts'
import { errorExamples } from './describe-errors.ts'
import { describeOperation } from './describe-operation.ts'
import type { JsonSchema, PathItem } from './document-types.ts'
import { exampleOfObject } from './examples.ts'
import { createSchemaCollector } from './json-schema.ts'
import { HEADERS, INTRODUCTION, PARAMETERS, SECURITY_SCHEMES, SUMMARY, TAGS, TITLE } from './texts.ts'

/** The OpenAPI 3.1 document of these routes. */
export function createOpenApiDocument(routes: readonly Route[]) {
  const schemas = createSchemaCollector()
  const paths: Record<string, PathItem> = {}
  for (const route of routes) {
    const method = route.method.toLowerCase() as Lowercase<Route['method']>
    paths[route.path] = { ...paths[route.path], [method]: describeOperation(route, schemas) }
  }
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
