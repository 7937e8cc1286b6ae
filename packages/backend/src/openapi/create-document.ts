import { errorEnvelopeSchema, eventSchema } from '@per-second/protocol/schema'
import { API_VERSION } from '@per-second/protocol/types'
import type { Route } from '../routes/route.ts'
import type { ServicePage } from '../routes/service-page.ts'
import { describeDelivery } from './describe-delivery.ts'
import { errorExamples } from './describe-errors.ts'
import { describeOperation } from './describe-operation.ts'
import { describePage } from './describe-page.ts'
import type { OpenApiDocument, PathItem } from './document-types.ts'
import { exampleEvent } from './example-resources.ts'
import { createSchemaCollector } from './json-schema.ts'
import { HEADERS, PARAMETERS, SECURITY_SCHEMES } from './shared-components.ts'
import { INTRODUCTION, SUMMARY, TAGS, TITLE } from './texts.ts'

/** The OpenAPI 3.1 document of these routes and pages. */
export function createOpenApiDocument(
  routes: readonly Route[],
  pages: readonly ServicePage[],
): OpenApiDocument {
  const schemas = createSchemaCollector()
  const paths: Record<string, PathItem> = {}
  for (const route of routes) {
    const method = route.method.toLowerCase() as Lowercase<Route['method']>
    paths[route.path] = { ...paths[route.path], [method]: describeOperation(route, schemas) }
  }
  for (const page of pages) paths[page.path] = { get: describePage(page, schemas) }
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
    webhooks: { event: { post: describeDelivery(event, exampleEvent) } },
    components: {
      schemas: schemas.components(),
      examples: errorExamples(operations),
      headers: HEADERS,
      parameters: PARAMETERS,
      securitySchemes: Object.fromEntries(
        Object.entries(SECURITY_SCHEMES).filter(([name]) => schemes.has(name)),
      ),
    },
  }
}
