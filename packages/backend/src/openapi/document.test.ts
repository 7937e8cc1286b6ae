import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/test-service.ts'
import { routeTable } from '../routes/route-table.ts'
import type { JsonSchema, OpenApiDocument, OperationObject } from './document-types.ts'
import { refusalsOf } from './refusals.ts'

let service: TestService
let document: OpenApiDocument
let ofProduction: OpenApiDocument
const ajv = new Ajv2020({ strict: false })
beforeAll(async () => {
  service = await startTestService()
  document = (await service.request('GET', '/openapi.json', { key: null })).json
  ajv.addSchema({ $id: 'document', ...document })
  const production = await startTestService({ local: false, adminToken: null })
  ofProduction = (await production.request('GET', '/openapi.json', { key: null })).json
  await production.close()
})
afterAll(() => service.close())

/** The faults of a value against the schema at a place of the document, or null. */
function faultsOf(place: string[], value: unknown) {
  const pointer = place.map(part => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
  const validate = ajv.compile({ $ref: `document#/${encodeURI(pointer)}` })
  validate(value)
  return validate.errors ?? null
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as OperationObject] as const,
    ),
  )

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 of this version, without a key and the same bytes each time', async () => {
    const [first, second] = await Promise.all([
      service.request('GET', '/openapi.json', { key: null }),
      service.request('GET', '/openapi.json', { key: null }),
    ])
    expect(second.text).toBe(first.text)
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '2026-09-06'])
    const result = await new Validator().validate(JSON.parse(first.text))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
  })

  it('has these operations and no others', () => {
    expect(operations().map(([name]) => name)).toEqual([
      'POST /v1/products',
      'GET /v1/products',
      'GET /v1/products/{id}',
      'POST /v1/products/{id}',
      'POST /v1/checkout/sessions',
      'GET /v1/checkout/sessions',
      'GET /v1/checkout/sessions/{id}',
      'POST /v1/checkout/sessions/{id}/expire',
      'GET /v1/customers',
      'GET /v1/customers/{id}',
      'GET /v1/subscriptions',
      'GET /v1/subscriptions/{id}',
      'GET /v1/subscriptions/{id}/statement',
      'POST /v1/subscriptions/{id}/start',
      'POST /v1/subscriptions/{id}/pause',
      'POST /v1/subscriptions/{id}/resume',
      'POST /v1/subscriptions/{id}/cancel',
      'GET /v1/invoices',
      'GET /v1/invoices/{id}',
      'GET /v1/events',
      'GET /v1/events/{id}',
      'GET /v1/events/{id}/deliveries',
      'POST /v1/events/{id}/resend',
      'POST /v1/webhook_endpoints',
      'GET /v1/webhook_endpoints',
      'GET /v1/webhook_endpoints/{id}',
      'POST /v1/webhook_endpoints/{id}',
      'DELETE /v1/webhook_endpoints/{id}',
      'GET /v1/client/checkout/sessions/{cs}',
      'GET /v1/client/checkout/sessions/{cs}/chain',
      'POST /v1/client/checkout/sessions/{cs}/sign_out',
      'POST /v1/client/checkout/sessions/{cs}/sign_in/challenge',
      'POST /v1/client/checkout/sessions/{cs}/sign_in',
      'POST /v1/client/checkout/sessions/{cs}/prepare',
      'POST /v1/client/checkout/sessions/{cs}/authorise',
      'GET /v1/client/subscriptions/{sub}',
      'POST /v1/client/subscriptions/{sub}/pause',
      'POST /v1/client/subscriptions/{sub}/resume',
      'POST /v1/client/subscriptions/{sub}/cancel',
      'GET /v1/test_helpers/clock',
      'POST /v1/test_helpers/clock',
      'POST /v1/test_helpers/clock/advance',
      'POST /_local/merchants',
      'POST /_local/faucet',
      'POST /_local/test_wallet/fund',
      'POST /_local/faults',
    ])
  })

  it('has every route, with every refusal the route can answer', () => {
    for (const route of routeTable) {
      const operation = operations().find(([, { operationId }]) => operationId === route.operationId)?.[1]
      expect([route.operationId, operation?.operationId]).toEqual([route.operationId, route.operationId])
      for (const { status, code } of refusalsOf(route)) {
        const content = operation?.responses[String(status)]?.content?.['application/json']
        expect(Object.keys(content?.examples ?? {})).toContain(code)
      }
    }
  })

  it('describes every operation, parameter and field', () => {
    const bare: string[] = []
    const look = (value: unknown, place: string) => {
      if (typeof value !== 'object' || value === null) return
      for (const [name, field] of Object.entries((value as JsonSchema).properties ?? {})) {
        if (!field.description && !place.includes('.responses.4') && !place.includes('.responses.5')) {
          bare.push(`${place}.${name}`)
        }
      }
      for (const [name, child] of Object.entries(value)) {
        if (name !== 'example' && name !== 'examples') look(child, `${place}.${name}`)
      }
    }
    look(document, '')
    for (const [name, { description, parameters, tags }] of operations()) {
      expect([name, description !== '', tags.length]).toEqual([name, true, 1])
      for (const parameter of parameters)
        if ('description' in parameter && !parameter.description) bare.push(name)
    }
    expect(bare, 'each of these lacks a description: protocol/src/schema.ts').toEqual([])
  })

  it('describes the fields that one object takes over from another alike', () => {
    const fieldsOf = (name: string) => document.components.schemas[name]?.properties
    const endpoint = fieldsOf('WebhookEndpoint') ?? {}
    for (const name of ['WebhookEndpointWithSecret', 'UpdatedWebhookEndpoint'])
      expect(fieldsOf(name)).toMatchObject(endpoint)
    expect(endpoint.url?.description).toBe('Where events are delivered.')
  })

  it('gives an example of every request and every object, and each fits its schema', () => {
    const where = 'the examples of openapi/examples.ts fit their schemas'
    for (const { path, method, operationId } of routeTable) {
      if (method !== 'POST') continue
      const { example } = document.paths[path]?.post?.requestBody?.content['application/json'] ?? {}
      const request = ['paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema']
      expect([operationId, faultsOf(request, example)], where).toEqual([operationId, null])
    }
    for (const [name, { examples }] of Object.entries(document.components.schemas)) {
      if (name === 'Error') continue
      const [example] = (examples ?? []) as unknown[]
      const object = ['components', 'schemas', name]
      expect([name, typeof example, faultsOf(object, example)], where).toEqual([name, 'object', null])
    }
  })

  it('gives an example of every refusal, and each fits its own answer', () => {
    const misfits: string[] = []
    let count = 0
    for (const [path, item] of Object.entries(document.paths))
      for (const [method, { responses }] of Object.entries(item) as [string, OperationObject][])
        for (const [status, { content }] of Object.entries(responses)) {
          const examples = content?.['application/json']?.examples ?? {}
          if (Object.keys(examples).length === 0) continue
          const place = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
          for (const [code, example] of Object.entries(examples)) {
            count += 1
            const shown = '$ref' in example ? document.components.examples[code] : example
            if (!(shown && 'value' in shown) || faultsOf(place, shown.value))
              misfits.push(`${method} ${path} ${code}`)
          }
        }
    expect(misfits).toEqual([])
    expect(count).toBeGreaterThan(500)
  })

  it('has no component that nothing refers to', () => {
    for (const each of [document, ofProduction]) {
      const { securitySchemes, ...referable } = each.components
      const text = JSON.stringify(each)
      const idle = Object.entries(referable).flatMap(([kind, named]) =>
        Object.keys(named).filter(name => !text.includes(`"#/components/${kind}/${name}"`)),
      )
      expect(idle).toEqual([])
      expect(Object.keys(securitySchemes).filter(name => !text.includes(`{"${name}":[]}`))).toEqual([])
    }
  })

  it('leaves out the local routes outside local mode', () => {
    const paths = Object.keys(ofProduction.paths)
    expect(paths.filter(path => /_local|test_helpers/.test(path))).toEqual([])
    expect(paths).toContain('/v1/products')
  })
})
