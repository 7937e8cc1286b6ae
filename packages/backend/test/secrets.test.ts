import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startBackend } from './backend-process.ts'
import { createMerchantServer } from './merchant.ts'
import { createCaller, createSubscriber } from './subscriber.ts'

/** Files whose owner alone may read them, and which are there to keep a secret. */
const KEEPERS = ['local.json', 'operator.json']

test('no secret is in the log or in the database, and every request is one line', async () => {
  const backend = await startBackend({ args: ['--log', 'trace'], captureLog: true })
  const secrets = new Map<string, string>()
  let requests = 0
  try {
    const merchant = await createMerchantServer(backend)
    const webhook = await merchant.call<{ id: string; secret: string }>('POST', '/v1/webhook_endpoints', {
      url: 'http://127.0.0.1:9/hook',
    })
    const product = await merchant.product({ allow_pause: true })
    const session = await merchant.session(product)
    const subscriber = createSubscriber(backend)
    await subscriber.fund('10')
    const prepared = await subscriber.prepare(session.id, 7200)
    const authorisation = await subscriber.sign(prepared.body)
    const authorised = await subscriber.authorise(session.id, prepared.body.draft, authorisation, {
      'Idempotency-Key': 'authorise-once',
    })
    const challenge = await subscriber.challenge(session.id)
    const signature = await subscriber.account.signMessage({ message: challenge.body.message })
    const keyed = createCaller(backend.url, null, {
      Origin: 'https://shop.example',
      'Idempotency-Key': 'sign-in-once',
    })
    const signedIn = await keyed<{ client_token: string }>(
      'POST',
      `/v1/client/checkout/sessions/${session.id}/sign_in`,
      { message: challenge.body.message, signature },
    )
    const token = signedIn.body.client_token
    await subscriber.act(token, authorised.body.subscription.id, 'pause')
    await subscriber.act(token, authorised.body.subscription.id, 'resume')
    await merchant.act(authorised.body.subscription.id, 'cancel')
    await createCaller(backend.url, 'sk_live_leaked0123456789', { Origin: 'https://shop.example' })(
      'GET',
      '/v1/products',
    )
    await createCaller(backend.url, 'sk_test_unknown0123456789')(
      'GET',
      `/v1/products?starting_after=sk_test_inaquery`,
    )
    await createCaller(backend.url, merchant.test_key)('POST', '/v1/products', {
      name: 'sk_test_inabody',
      rate: 1,
    })
    requests = backend.log().filter(line => line.includes('"msg":"request"')).length

    for (const [what, secret] of Object.entries({
      testKey: merchant.test_key,
      liveKey: merchant.live_key,
      firstTestKey: backend.merchant.test_key,
      firstLiveKey: backend.merchant.live_key,
      adminToken: backend.admin_token,
      clientToken: token,
      webhookSecret: webhook.body.secret,
      leakedKey: 'sk_live_leaked0123456789',
      unknownKey: 'sk_test_unknown0123456789',
      inQuery: 'sk_test_inaquery',
      inBody: 'sk_test_inabody',
      firstClientToken: authorised.body.client_token,
      claimSecret: subscriber.secret,
      draft: prepared.body.draft,
      idempotencyKey: 'sign-in-once',
      otherIdempotencyKey: 'authorise-once',
    })) {
      secrets.set(what, secret)
    }
    const signatures = { signature, authorisation: authorisation, email: 'ada@example.com' }
    expect(await backend.end('SIGTERM')).toBe(0)
    const log = backend.log().join('\n')
    const operatorKey = JSON.parse(readFileSync(join(backend.folder, 'operator.json'), 'utf8')) as Record<
      string,
      string
    >
    const privateKey = Object.values(operatorKey).find(value => /^0x[0-9a-f]{64}$/.test(value)) ?? 'missing'
    for (const [what, secret] of [
      ...secrets,
      ...Object.entries(signatures),
      ['operatorKey', privateKey] as const,
    ]) {
      expect([what, log.includes(secret)]).toEqual([what, false])
    }

    const stored = readdirSync(backend.folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && !KEEPERS.includes(entry.name))
      .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n')
    expect(stored).toContain(product.id)
    for (const [what, secret] of [...secrets, ['operatorKey', privateKey] as const]) {
      if (what === 'inBody') continue
      expect([what, stored.includes(secret)]).toEqual([what, false])
    }

    const lines = log
      .split('\n')
      .filter(line => line.includes('"msg":"request"'))
      .map(line => JSON.parse(line))
    expect(lines.length).toBeGreaterThanOrEqual(requests)
    const created = lines.find(({ route, method }) => route === '/v1/products' && method === 'POST')
    expect(created).toMatchObject({
      level: 30,
      requestId: expect.stringMatching(/^req_/),
      status: 200,
      ms: expect.any(Number),
      merchantId: merchant.id,
      mode: 'test',
    })
    const ids = lines.map(({ requestId }) => requestId)
    expect(new Set(ids).size).toBe(ids.length)
  } finally {
    await backend.remove()
  }
})
