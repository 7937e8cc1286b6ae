import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonSchema, OpenApiDocument, OperationObject } from '../src/openapi/document-types.ts'
import { authorise, handIn, openSession, PAGE } from './client-scenario.ts'
import { PAGE_OPERATION, SERVICE_PAGES } from './documented-answer.ts'
import { ADMIN_TOKEN, startTestService, type TestService } from './test-service.ts'

/** The claims about every operation, tested on every operation of the API document: a new route cannot forget them. */
let service: TestService
let draft: string
const ids: Record<string, string> = { id: 'prod_unknown' }
beforeAll(async () => {
  service = await startTestService()
  const session = await openSession(service, { allow_pause: true })
  const subscribed = await authorise(service, session)
  draft = subscribed.draft
  Object.assign(ids, { cs: session, sub: subscribed.sub })
})
afterAll(() => service.close())

type Listed = { name: string; method: string; path: string; operation: OperationObject }

// The table of cases is needed before any hook runs, so that it is made from a service of its own.
const document: OpenApiDocument = await (async () => {
  const own = await startTestService()
  const { json } = await own.request('GET', '/openapi.json', { key: null })
  await own.close()
  return json
})()
const operations: Listed[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation,
  })),
)
const cases = (listed: Listed[]) => listed.map(each => [each.name, each] as const)
/** The service's own pages are not in the document, and answer browsers as its operations do. */
const pages = Object.keys(SERVICE_PAGES).map(
  (path): Listed => ({ name: `GET ${path}`, method: 'GET', path, operation: PAGE_OPERATION }),
)
const posts = operations.filter(({ method }) => method === 'POST')
const schemaOf = ({ operation }: Listed): JsonSchema =>
  operation.requestBody?.content['application/json']?.schema ?? {}
const exampleOf = ({ operation }: Listed) =>
  (operation.requestBody?.content['application/json']?.example ?? {}) as Record<string, unknown>

/** The credential of an operation. Its token is valid after any number of sign-outs. */
async function keyOf({ operation }: Listed): Promise<string | null> {
  const scheme = Object.keys(operation.security[0] ?? {})[0]
  if (scheme === 'secretKey') return service.testKey
  if (scheme === 'clientToken') return (await handIn(service, ids.cs as string, draft)).json.client_token
  return scheme === 'adminToken' ? ADMIN_TOKEN : null
}

async function call(listed: Listed, options: { query?: string; body?: unknown } = {}) {
  const { method, path } = listed
  const key = await keyOf(listed)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name)
  return service.request(method, filled + (options.query ?? ''), {
    key,
    headers: PAGE,
    ...(options.body !== undefined && { body: options.body }),
  })
}

const refusal = ({ status, json }: Awaited<ReturnType<typeof call>>) => [
  status,
  json?.error?.type,
  json?.error?.code,
  json?.error?.param,
]

const invalid = (code: string, param: string) => [400, 'invalid_request_error', code, param]

describe('every operation', () => {
  it.each(cases(operations))('%s refuses an unknown query parameter', async (_, listed) => {
    const body = listed.method === 'POST' ? exampleOf(listed) : undefined
    expect(refusal(await call(listed, { query: '?unheard_of=1', body }))).toEqual(
      invalid('parameter_unknown', 'unheard_of'),
    )
  })

  it.each(cases(operations))('%s refuses each of its query parameters when repeated', async (_, listed) => {
    for (const parameter of listed.operation.parameters) {
      if ('$ref' in parameter || parameter.in !== 'query') continue
      const { enum: options = ['1'] } = parameter.schema as { enum?: unknown[] }
      const once = `${encodeURIComponent(parameter.name)}=${options[0]}`
      expect(refusal(await call(listed, { query: `?${once}&${once}` }))).toEqual(
        invalid('parameter_invalid', parameter.name),
      )
    }
  })

  it.each(cases([...operations, ...pages]))(
    '%s answers HEAD as GET, without a body, or not at all',
    async (_, listed) => {
      const head = await call({ ...listed, method: 'HEAD' })
      expect(head.text).toBe('')
      if (listed.method === 'GET') {
        const got = await call(listed)
        expect(head.status).toBe(got.status)
        expect(head.headers.get('Content-Type')).toBe(got.headers.get('Content-Type'))
      }
    },
  )

  it.each([
    ...cases([...operations, ...pages]),
    ['POST /nowhere', { method: 'POST', path: '/nowhere' }] as const,
  ])('%s lets a preflight through, readable by every page', async (_, { path, method }) => {
    const { status, headers } = await service.request('OPTIONS', path.replaceAll(/[{}]/g, ''), {
      key: null,
      headers: {
        ...{ Origin: 'https://shop.example', 'Access-Control-Request-Method': method },
        'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
      },
    })
    expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*'])
    expect(headers.get('Access-Control-Allow-Methods')).toBe('GET, POST, DELETE')
    expect(headers.get('Access-Control-Allow-Headers')?.split(', ')).toEqual(
      expect.arrayContaining([
        ...['Authorization', 'Content-Type', 'Idempotency-Key', 'Billing-Version', 'traceparent'],
      ]),
    )
  })

  it.each(cases([...operations, ...pages]))(
    '%s refuses another version, and a live key from a page',
    async (_, { method, path }) => {
      const other = await service.request(method, path.replaceAll(/[{}]/g, ''), {
        headers: { 'Billing-Version': '2020-01-01' },
      })
      expect(refusal(other)).toEqual([400, 'invalid_request_error', 'version_unknown', 'Billing-Version'])
      const live = await service.request(method, path.replaceAll(/[{}]/g, ''), {
        key: 'sk_live_x',
        headers: PAGE,
      })
      expect([live.status, live.json.error.code, live.headers.get('Access-Control-Allow-Origin')]).toEqual([
        401,
        'live_key_in_browser',
        '*',
      ])
    },
  )
})

describe('every body', () => {
  it.each(cases(posts))('%s refuses unknown fields', async (_, listed) => {
    for (const name of ['unheard_of', '__proto__', 'constructor', 'toString']) {
      const body = JSON.stringify(exampleOf(listed))
        .replace(/\}$/, match => `,${JSON.stringify(name)}:1${match}`)
        .replace('{,', '{')
      expect(refusal(await call(listed, { body }))).toEqual(invalid('parameter_unknown', name))
    }
  })

  it.each(cases(posts))('%s refuses null, but for these fields', async (_, listed) => {
    const mayBeNull = ['max_duration_seconds']
    for (const name of Object.keys(schemaOf(listed).properties ?? {})) {
      if (mayBeNull.includes(name)) continue
      const answer = await call(listed, { body: { ...exampleOf(listed), [name]: null } })
      expect([name, ...refusal(answer)]).toEqual([name, ...invalid('parameter_invalid', name)])
    }
  })

  it.each(cases(posts))('%s refuses NUL and lone surrogates in every text', async (_, listed) => {
    for (const [name, { type }] of Object.entries(schemaOf(listed).properties ?? {})) {
      if (type !== 'string') continue
      for (const bad of ['\0', 'a\0b', '\ud800', 'a\udc00', '\udc00\ud800']) {
        const answer = await call(listed, { body: { ...exampleOf(listed), [name]: bad } })
        expect([bad, ...refusal(answer)]).toEqual([bad, ...invalid('parameter_invalid', name)])
      }
    }
  })

  it.each(cases(posts))('%s refuses each field of another type', async (_, listed) => {
    for (const [name, field] of Object.entries(schemaOf(listed).properties ?? {})) {
      for (const wrong of [{}, { a: 1 }, [[]], field.type === 'boolean' ? 'true' : true]) {
        const [status, type, code, param] = refusal(
          await call(listed, { body: { ...exampleOf(listed), [name]: wrong } }),
        )
        expect([wrong, status, type, code]).toEqual([
          wrong,
          400,
          'invalid_request_error',
          'parameter_invalid',
        ])
        expect(param?.split('.')[0]).toBe(name)
      }
    }
  })

  it.each(cases(posts))('%s names the first required field that is missing', async (_, listed) => {
    const required = (schemaOf(listed).required as string[] | undefined) ?? []
    for (const name of required) {
      const { [name]: _, ...rest } = exampleOf(listed)
      expect(refusal(await call(listed, { body: rest }))).toEqual(invalid('parameter_missing', name))
    }
    if (required.length > 0) {
      expect(refusal(await call(listed, { body: {} }))[3]).toBe(required[0])
      expect(refusal(await call(listed))[2]).toBe('json_invalid')
    }
  })

  it.each(cases(posts.filter(listed => Object.keys(schemaOf(listed).properties ?? {}).length === 0)))(
    '%s takes no body or {}',
    async (_, listed) => {
      const none = await call(listed)
      const empty = await call(listed, { body: {} })
      for (const { json } of [none, empty])
        expect(['json_invalid', 'content_type_unsupported']).not.toContain(json.error?.code)
      for (const body of ['[]', 'null', '1', '"a"']) {
        expect(refusal(await call(listed, { body })).slice(0, 3)).toEqual([
          400,
          'invalid_request_error',
          'json_invalid',
        ])
      }
    },
  )

  it.each(cases(posts))('%s takes keys of 1 to 255 printable ASCII characters', async (_, listed) => {
    const path = listed.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name)
    const ask = async (idempotencyKey: string) =>
      service.request('POST', path, {
        key: await keyOf(listed),
        body: exampleOf(listed),
        headers: { ...PAGE, 'Idempotency-Key': idempotencyKey },
      })
    for (const bad of ['', ' ', 'é', 'x'.repeat(256), 'a\tb']) {
      expect([bad, ...refusal(await ask(bad))]).toEqual([
        bad,
        ...invalid('idempotency_key_invalid', 'Idempotency-Key'),
      ])
    }
    const answer = await ask(`~${listed.operation.operationId} !`.padEnd(255, '~'))
    expect(answer.json.error?.code).not.toBe('idempotency_key_invalid')
  })
})
