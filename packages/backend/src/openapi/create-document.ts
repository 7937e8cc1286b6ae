import { errorEnvelopeSchema } from '@per-second/protocol/schema'
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
