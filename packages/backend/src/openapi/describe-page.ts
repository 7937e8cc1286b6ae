import type { ServicePage } from '../routes/service-page.ts'
import { describeErrors } from './describe-errors.ts'
import { COMMON_HEADERS, tagOf } from './describe-operation.ts'
import type { JsonSchema, OperationObject } from './document-types.ts'
import type { SchemaCollector } from './json-schema.ts'
import { ENDING, type Refusal, refusalOf } from './refusals.ts'

/** A page of the service itself (this document, the reference, metrics) as the document tells it. */
export function describePage(page: ServicePage, schemas: SchemaCollector): OperationObject {
  const schema: JsonSchema =
    page.schema === undefined
      ? { type: page.mediaType === 'application/json' ? 'object' : 'string' }
      : schemas.describe(page.schema, 'output')
  const refusals: Refusal[] = [
    refusalOf('http_invalid'),
    refusalOf('version_unknown'),
    refusalOf('live_key_in_browser'),
    refusalOf('internal_error'),
    ENDING,
  ]
  if (page.mayBeUnready) refusals.push(refusalOf('chain_unavailable'))
  const parameters = page.parameters ?? []
  if (parameters.some(parameter => parameter.in === 'path')) refusals.push(refusalOf('route_not_found'))
  if (page.guarded) refusals.push(refusalOf('api_key_missing'), refusalOf('api_key_invalid'))
  return {
    operationId: page.operationId,
    tags: [tagOf(page.operationId)],
    summary: page.summary,
    description: page.description,
    security: page.guarded ? [{ adminToken: [] }] : [],
    parameters: [
      { $ref: '#/components/parameters/BillingVersion' },
      ...parameters.map(parameter => ({
        ...parameter,
        required: parameter.in === 'path',
        schema: { type: 'string' },
      })),
    ],
    responses: {
      '200': {
        description: page.summary,
        headers: COMMON_HEADERS,
        content: { [page.mediaType]: { schema } },
      },
      ...describeErrors(refusals, COMMON_HEADERS),
    },
  }
}
