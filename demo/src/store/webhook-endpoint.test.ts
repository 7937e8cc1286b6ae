import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@per-second/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWebhookEndpoint } from './webhook-endpoint.ts'

let dataFolder: string
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'store-webhooks-'))
})
afterEach(() => rmSync(dataFolder, { recursive: true }))

/** The official client on a transport that keeps endpoints. */
function service() {
  const endpoints = new Map<string, object>()
  const requests: unknown[] = []
  const billing = createClient({
    apiKey: 'sk_test_secret',
    baseUrl: 'http://billing.test',
    maxRetries: 0,
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input))
      const body = JSON.parse(String(init?.body))
      requests.push([pathname, body])
      const id = pathname.split('/')[3] ?? `we_${endpoints.size + 1}`
      if (pathname.split('/')[3] !== undefined && !endpoints.has(id))
        return Response.json({ error: { type: 'not_found', message: 'No such endpoint.' } }, { status: 404 })
      endpoints.set(id, { id, ...body })
      return Response.json({ ...endpoints.get(id), secret: `whsec_${id}` })
    },
  })
  return { billing, requests }
}

test('an endpoint is made once, remembered for its owner alone, and led to where the store is then', async () => {
  const { billing, requests } = service()
  const first = await openWebhookEndpoint(billing, { dataFolder, url: 'http://127.0.0.1:1/webhooks' })
  const second = await openWebhookEndpoint(billing, { dataFolder, url: 'http://127.0.0.1:2/webhooks' })
  expect([first, second]).toEqual(Array(2).fill({ id: 'we_1', secret: 'whsec_we_1' }))
  expect(requests).toEqual([
    ['/v1/webhook_endpoints', { url: 'http://127.0.0.1:1/webhooks' }],
    ['/v1/webhook_endpoints/we_1', { status: 'disabled' }],
    ['/v1/webhook_endpoints/we_1', { url: 'http://127.0.0.1:2/webhooks', status: 'enabled' }],
  ])
  expect(statSync(join(dataFolder, 'store-webhooks.json')).mode & 0o777).toBe(0o600)
})

test('an endpoint that the service lost is created again', async () => {
  const options = { dataFolder, url: 'http://127.0.0.1:1/webhooks' }
  await openWebhookEndpoint(service().billing, options)
  const { billing, requests } = service()
  await openWebhookEndpoint(billing, options)
  expect(requests).toEqual([
    ['/v1/webhook_endpoints/we_1', { status: 'disabled' }],
    ['/v1/webhook_endpoints', { url: options.url }],
  ])
})
