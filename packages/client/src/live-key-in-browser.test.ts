import { afterEach, expect, test, vi } from 'vitest'
import { startLocalService } from '../test/local-service.ts'
import { createClient } from './client.ts'

afterEach(() => vi.unstubAllGlobals())

async function outcome(apiKey: string) {
  await using service = await startLocalService({ status: 200, body: {} })
  const result = await createClient({ apiKey, baseUrl: service.url })
    .products.retrieve('prod_1')
    .catch(error => ({ status: error.status, type: error.type, code: error.code }))
  return { result, sent: service.received.length }
}

test('a live key is refused in a page before anything is sent', async () => {
  vi.stubGlobal('document', {})
  const refused = { status: 401, type: 'authentication_error', code: 'live_key_in_browser' }
  expect(await outcome('sk_live_1')).toEqual({ result: refused, sent: 0 })
})

test('a test key may be used in a page', async () => {
  vi.stubGlobal('document', {})
  expect(await outcome('sk_test_1')).toEqual({ result: {}, sent: 1 })
})

test('a live key is sent from a server', async () => {
  expect(await outcome('sk_live_1')).toEqual({ result: {}, sent: 1 })
})
