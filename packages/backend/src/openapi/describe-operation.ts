import { isClientRoute, type Route } from '../routes/route.ts'
import { describeErrors } from './describe-errors.ts'
import type { OperationObject, ParameterObject, ResponseObject } from './document-types.ts'
import { exampleOfBody } from './examples.ts'
import type { SchemaCollector } from './json-schema.ts'
import { refusalsOf } from './refusals.ts'
import { TAGS } from './texts.ts'

const PATH_PARAMETER_TEXTS: Record<string, string> = {
  id: 'Id of the object.',
  cs: 'Id of the checkout session.',
  sub: 'Id of the subscription.',
}

const SECURITY = {
  secret: [{ secretKey: [] }],
  client: [{ clientToken: [] }],
  admin: [{ adminToken: [] }],
  none: [],
}

/** Headers of every answer, and how they are called among the components. */
const COMMON_HEADERS = {
  'Request-Id': { $ref: '#/components/headers/RequestId' },
  'Billing-Version': { $ref: '#/components/headers/BillingVersion' },
}

/** One route as the document tells it, all from the table: the same schemas that check its requests. */
export function describeOperation(route: Route, schemas: SchemaCollector): OperationObject {
  const headers = {
    ...COMMON_HEADERS,
    ...(isClientRoute(route) && { 'Billing-Clock': { $ref: '#/components/headers/BillingClock' } }),
  }
  const success: ResponseObject = {
    description: route.summary,
    headers: {
      ...headers,
      ...(route.tellsCap && { 'Billing-Cap': { $ref: '#/components/headers/BillingCap' } }),
      ...(route.method === 'POST' && {
        'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' },
      }),
    },
    content: { 'application/json': { schema: schemas.describe(route.response, 'output') } },
  }
  return {
    operationId: route.operationId,
    tags: tagsOf(route.operationId),
    summary: route.summary,
    description: route.description ?? `${route.summary}.`,
    security: SECURITY[route.auth],
    parameters: parametersOf(route, schemas),
    ...(route.body !== null && route.method === 'POST' && { requestBody: describeBody(route.body, schemas) }),
    responses: { '200': success, ...describeErrors(refusalsOf(route), headers) },
  }
}

function describeBody(body: NonNullable<Route['body']>, schemas: SchemaCollector) {
  const schema = schemas.describe(body, 'input')
  return {
    required: !body.safeParse({}).success,
    content: { 'application/json': { schema, example: exampleOfBody(schema) } },
  }
}

function tagsOf(operationId: string): string[] {
  return TAGS.filter(({ prefix }) => operationId.startsWith(prefix)).map(({ name }) => name)
}

function parametersOf(route: Route, schemas: SchemaCollector): ParameterObject[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): ParameterObject => ({
      name,
      in: 'path',
      required: true,
      description: PATH_PARAMETER_TEXTS[name] ?? name,
      schema: { type: 'string' },
    }),
  )
  const query = schemas.describe(route.query, 'input')
  const inQuery = Object.entries(query.properties ?? {}).map(
    ([name, { description = '', ...schema }]): ParameterObject => ({
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      description,
      schema,
    }),
  )
  return [
    ...inPath,
    ...inQuery,
    ...(route.method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    { $ref: '#/components/parameters/BillingVersion' },
  ]
}
