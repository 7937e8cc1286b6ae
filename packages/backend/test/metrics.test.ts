import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { createMerchantServer } from './merchant.ts'
import { createSubscriber } from './subscriber.ts'
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

it('the real work is counted, and broken HTTP is logged', async () => {
  expect(await series('webhook_deliveries_total')).toEqual([])

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
  // A session may sign in ten times a minute, however slow this machine is.
  const session = await merchant.session(product)
  const challenges = Array.from({ length: 40 }, () => subscriber.challenge(session.id))
  const limited = (await Promise.all(challenges)).filter(({ status }) => status === 429).length
  expect(limited).toBeGreaterThan(0)
  const challengeRoute = '/v1/client/checkout/sessions/{cs}/sign_in/challenge'
  expect(await series('http_request_duration_seconds_count')).toContain(
    `{method="POST",route="${challengeRoute}",status="429"} ${limited}`,
  )

  const { hostname, port } = new URL(backend.url)
  const socket = connect(Number(port), hostname)
  socket.end('GARBAGE sk_test_x\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toContain('http_invalid')
  const requestId = /^Request-Id: (\S+)\r$/m.exec(String(answer))?.[1]
  const refusals = () =>
    backend
      .log()
      .map(line => JSON.parse(line))
      .filter(({ msg }) => msg === 'broken HTTP refused')
  await expect
    .poll(refusals)
    .toMatchObject([{ requestId, code: 'http_invalid', reason: 'HPE_INVALID_METHOD' }])
})
