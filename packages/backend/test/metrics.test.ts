import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { createMerchantServer } from './merchant.ts'
import { createCaller, createSubscriber } from './subscriber.ts'
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts'

let backend: BackendProcess
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startReceiver(200)
  backend = await startBackend({ args: ['--rate-limit', '100', '--log', 'info'], captureLog: true })
})
afterAll(async () => {
  await backend.remove()
  await receiver.close()
})

/** Every series whose name begins so, as `labels value`. */
async function series(name: string): Promise<string[]> {
  const text = await (await fetch(`${backend.url}/metrics`)).text()
  const start = `billing_${name}`
  return text
    .split('\n')
    .filter(line => line.startsWith(`${start}{`) || line.startsWith(`${start} `))
    .map(line => line.slice(start.length))
    .toSorted()
}

it('each counter counts the real work', async () => {
  for (const name of [
    'settlements_total',
    'chain_transactions_total',
    'webhook_deliveries_total',
    'idempotent_replays_total',
    'rate_limited_total',
    'http_refused_total',
  ])
    expect((await series(name)).filter(line => !line.includes('deploy'))).toEqual([])

  const merchant = await createMerchantServer(backend)
  await merchant.freezeClock()
  await merchant.call('POST', '/v1/webhook_endpoints', { url: receiver.url, events: ['product.created'] })
  const product = await merchant.product()
  await expect.poll(() => series('webhook_deliveries_total')).toEqual(['{outcome="delivered"} 1'])
  receiver.answer(500)
  await merchant.product()
  await expect
    .poll(() => series('webhook_deliveries_total'))
    .toEqual(['{outcome="delivered"} 1', '{outcome="failed"} 1'])

  const subscriber = createSubscriber(backend)
  await subscriber.fund('100')
  const { authorised } = await subscriber.subscribe(await merchant.session(product), 86_400)
  await merchant.advance(3_600)
  expect(await series('settlements_total')).toEqual(['{mode="test",outcome="paid"} 1'])
  const local = createCaller(backend.url, backend.admin_token)
  await local('POST', '/_local/faults', { kind: 'token_paused', count: 1 })
  await merchant.advance(3_600)
  expect(await series('settlements_total')).toEqual([
    '{mode="test",outcome="failed"} 1',
    '{mode="test",outcome="paid"} 1',
  ])
  await merchant.advance(120)
  await merchant.act(authorised.subscription.id, 'cancel')
  expect(await series('settlements_total')).toEqual([
    '{mode="test",outcome="failed"} 1',
    '{mode="test",outcome="paid"} 3',
  ])
  const sent = (await series('chain_transactions_total')).filter(line =>
    /purpose="(mint|open|close)"/.test(line),
  )
  expect(sent).toEqual(
    ['close', 'mint', 'open'].flatMap(purpose =>
      ['included', 'signed'].map(outcome => `{chain="31337",purpose="${purpose}",outcome="${outcome}"} 1`),
    ),
  )

  const key = { 'Idempotency-Key': 'once' }
  const body = { name: 'GPU', rate_usd_per_second: '1' }
  await merchant.call('POST', '/v1/products', body, key)
  expect(await series('idempotent_replays_total')).toEqual([])
  await merchant.call('POST', '/v1/products', body, key)
  await merchant.call('POST', '/v1/products', body, key)
  expect(await series('idempotent_replays_total')).toEqual(['{route="/v1/products"} 2'])

  // A session may sign in ten times a minute, however slow this machine is.
  const session = await merchant.session(product)
  const challenges = Array.from({ length: 40 }, () => subscriber.challenge(session.id))
  const limited = (await Promise.all(challenges)).filter(({ status }) => status === 429).length
  expect(limited).toBeGreaterThan(0)
  const challengeRoute = '/v1/client/checkout/sessions/{cs}/sign_in/challenge'
  expect(await series('rate_limited_total')).toContain(`{route="${challengeRoute}"} ${limited}`)

  const { hostname, port } = new URL(backend.url)
  const socket = connect(Number(port), hostname)
  socket.end('GARBAGE sk_test_x\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toContain('http_invalid')
  expect(await series('http_refused_total')).toEqual(['{reason="HPE_INVALID_METHOD"} 1'])
  const requestId = /^Request-Id: (\S+)\r$/m.exec(String(answer))?.[1]
  const lines = backend.log().map(line => JSON.parse(line))
  expect(lines.filter(line => line.msg === 'broken HTTP refused')).toMatchObject([
    { requestId, code: 'http_invalid', reason: 'HPE_INVALID_METHOD' },
  ])
})
