import { afterEach, expect, test, vi } from 'vitest'
import { startLocalService } from '../test/local-service.ts'
import { createClient } from './client.ts'

afterEach(() => vi.unstubAllGlobals())

const PAGE = { document: {} }
const PAGE_WORKER = { WorkerGlobalScope: class {}, location: { protocol: 'https:' } }
const EDGE_WORKER = { WorkerGlobalScope: class {}, location: undefined }

async function outcome(scope: object, apiKey: string) {
  await using service = await startLocalService({ status: 200, body: {} })
  for (const [name, value] of Object.entries(scope)) vi.stubGlobal(name, value)
  const result = await createClient({ apiKey, baseUrl: service.url })
    .products.retrieve('prod_1')
    .catch(error => ({ status: error.status, type: error.type, code: error.code }))
  return { result, sent: service.received.length }
}

const REFUSED = { status: 401, type: 'authentication_error', code: 'live_key_in_browser' }

test.each([PAGE, PAGE_WORKER])('a live key is refused before sending %#', async scope => {
  expect(await outcome(scope, 'sk_live_1')).toEqual({ result: REFUSED, sent: 0 })
})

test('a test key may be used in a page', async () => {
  expect(await outcome(PAGE, 'sk_test_1')).toEqual({ result: {}, sent: 1 })
})

test('a worker at the edge is a server', async () => {
  expect(await outcome(EDGE_WORKER, 'sk_live_1')).toEqual({ result: {}, sent: 1 })
})
