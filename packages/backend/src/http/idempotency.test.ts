import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authorise, handIn, openSession, PAGE, prepare } from '../../test/client-scenario.ts'
import {
  ADMIN_TOKEN,
  GENUINE,
  NOW,
  startTestService,
  type TestService,
  WALLET,
} from '../../test/test-service.ts'
import { StorageError } from '../storage/storage-error.ts'
import { SecretBoxError } from '../webhooks/secret-box.ts'
import { createGate } from '../worker/gate.ts'
import { createApp } from './app.ts'
import { answerBox } from './idempotency/perform-once.ts'

const product = { name: 'GPU', rate_usd_per_second: '0.000277' }

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.close())

const create = (idempotencyKey: string, body: unknown = product, key = service.testKey) =>
  service.request('POST', '/v1/products', { key, body, headers: { 'Idempotency-Key': idempotencyKey } })
const products = async () => (await service.request('GET', '/v1/products?limit=100')).json.data.length
const events = async () => (await service.request('GET', '/v1/events?limit=100')).json.data.length

describe('a repeated Idempotency-Key', () => {
  it('answers the same bytes and acts once', async () => {
    const first = await create('k')
    const reordered = '{ "rate_usd_per_second": "0.000277",\n "name": "GPU" }'
    const again = await create('k', reordered)
    expect(again.text).toBe(first.text)
    expect([first.headers.get('Idempotent-Replayed'), again.headers.get('Idempotent-Replayed')]).toEqual([
      null,
      'true',
    ])
    expect([await products(), await events()]).toEqual([1, 1])
  })

  it('is one effect for a hundred at once', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => create('k')))
    expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    expect(answers.filter(answer => answer.headers.get('Idempotent-Replayed') === null)).toHaveLength(1)
    expect([await products(), await events()]).toEqual([1, 1])
  })

  it('is one effect for two processes on one database', async () => {
    const other = createApp({ ...service.deps, gate: createGate() })
    const ask = (app: typeof other) =>
      app.request('/v1/products', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${service.testKey}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'k',
        },
        body: JSON.stringify(product),
      })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask(index % 2 === 0 ? service.app : other)),
    )
    const texts = await Promise.all(answers.map(answer => answer.text()))
    expect(new Set(texts).size).toBe(1)
    expect([await products(), await events()]).toEqual([1, 1])
  })

  it('is refused with another body', async () => {
    await create('k')
    const otherBody = await create('k', { ...product, name: 'TPU' })
    expect([otherBody.status, otherBody.json.error.type, otherBody.json.error.code]).toEqual([
      400,
      'idempotency_error',
      'idempotency_key_reused',
    ])
    expect(await products()).toBe(1)
  })

  it('is refused for another object, though the body is the same', async () => {
    const [one, other] = [(await create('1')).json, (await create('2')).json]
    const rename = (id: string) =>
      service.request('POST', `/v1/products/${id}`, {
        body: { name: 'TPU' },
        headers: { 'Idempotency-Key': 'k' },
      })
    expect((await rename(one.id)).json.name).toBe('TPU')
    expect((await rename(other.id)).json.error.code).toBe('idempotency_key_reused')
    expect((await service.request('GET', `/v1/products/${other.id}`)).json.name).toBe('GPU')
  })

  it('belongs to one merchant in one mode', async () => {
    const other = await service.newMerchant()
    const ids = new Set<string>()
    for (const key of [service.testKey, service.liveKey, other.testKey]) {
      ids.add((await create('k', product, key)).json.id)
    }
    expect(ids.size).toBe(3)
  })

  it('keeps successes only', async () => {
    const session = {
      product: 'prod_none',
      success_url: 'https://a.example',
      cancel_url: 'https://a.example',
    }
    const headers = { 'Idempotency-Key': 'k' }
    const refused = await service.request('POST', '/v1/checkout/sessions', { body: session, headers })
    expect(refused.status).toBe(404)
    expect((await create('k')).status).toBe(200)
  })

  it.each([
    ['', () => create('k')],
    [
      ', too, where a route looks before it acts',
      () =>
        service.request('POST', '/_local/merchants', {
          key: ADMIN_TOKEN,
          headers: { 'Idempotency-Key': 'k' },
        }),
    ],
  ])('is kept for 24 hours of the clock%s', async (_, ask) => {
    const first = await ask()
    service.clock.moveTo((NOW + 86_400) * 1000 - 1)
    expect((await ask()).text).toBe(first.text)
    service.clock.moveTo((NOW + 86_400) * 1000)
    expect((await ask()).json.id).not.toBe(first.json.id)
  })
})

// docs/money.md, rule 39
describe('a commit whose answer is lost', () => {
  beforeEach(() => {
    const unitOfWork = service.storage.unitOfWork.bind(service.storage)
    service.storage.unitOfWork = async work => {
      await unitOfWork(work)
      service.storage.unitOfWork = unitOfWork
      throw new StorageError('unavailable', 'The connection was lost.')
    }
  })

  it('is looked for under its key, and answered as it was done', async () => {
    const { status, json, text } = await create('k')
    expect([status, json.object, await products()]).toEqual([200, 'product', 1])
    expect((await create('k')).text).toBe(text)
    expect(await products()).toBe(1)
  })

  it('without a key is 503, and was done', async () => {
    const { status, json, headers } = await service.request('POST', '/v1/products', { body: product })
    expect([status, json.error.code, headers.get('Retry-After')]).toEqual([503, 'internal_error', '1'])
    expect(await products()).toBe(1)
  })
})

// docs/money.md, rule 39
describe('with a chain behind it', () => {
  const cancel = (sub: string) =>
    service.request('POST', `/v1/subscriptions/${sub}/cancel`, { headers: { 'Idempotency-Key': 'c' } })

  it('a repeat that finds the key claimed waits and answers as the first did', async () => {
    const { sub } = await authorise(service, await openSession(service))
    service.clock.moveTo((NOW + 60) * 1000)
    service.worker.hold()
    const both = [cancel(sub), cancel(sub)]
    service.worker.release()
    const [first, second] = await Promise.all(both)
    expect(first?.json.status).toBe('canceled')
    expect(second?.text).toBe(first?.text)
    expect((await service.request('GET', '/v1/events?type=subscription.canceled')).json.data).toHaveLength(1)
  })

  it('repeats wait for the chain together with the first, not one behind the other', async () => {
    const { sub } = await authorise(service, await openSession(service))
    service.clock.moveTo((NOW + 60) * 1000)
    const { waitFor } = service.worker
    const waiting: (() => void)[] = []
    service.deps.worker.waitFor = async (job, wait) => {
      await new Promise<void>(resolve => waiting.push(resolve))
      return waitFor(job, wait)
    }
    const answers = [1, 2, 3].map(() => cancel(sub))
    await expect.poll(() => waiting.length).toBe(3)
    for (const go of waiting) go()
    expect(new Set((await Promise.all(answers)).map(({ text }) => text)).size).toBe(1)
  })

  // docs/money.md, rule 50
  it('it is waited for 15 seconds, on the merchant’s own account', async () => {
    const { sub } = await authorise(service, await openSession(service))
    const { waitFor } = service.worker
    const waits: unknown[] = []
    service.deps.worker.waitFor = (job, wait) => {
      waits.push(wait)
      return waitFor(job, wait)
    }
    await cancel(sub)
    expect(waits).toEqual([{ timeoutMs: 15_000, merchant: `${service.merchantId}:test` }])
  })

  it('an answer that a kill took away is given by the repeat', async () => {
    const { sub } = await authorise(service, await openSession(service))
    service.clock.moveTo((NOW + 60) * 1000)
    const { waitFor } = service.worker
    service.deps.worker.waitFor = async () => {
      throw new Error('killed here')
    }
    expect((await cancel(sub)).status).toBe(500)
    service.deps.worker.waitFor = waitFor
    const repeat = await cancel(sub)
    expect([repeat.status, repeat.json.status]).toEqual([200, 'canceled'])
    expect((await cancel(sub)).text).toBe(repeat.text)
  })

  it('an answer that was given before the work was done is not the answer of its repeats', async () => {
    const { sub } = await authorise(service, await openSession(service))
    const { waitFor } = service.worker
    service.deps.worker.waitFor = async () => false
    const early = await cancel(sub)
    expect([early.json.status, early.json.refunded_usd]).toEqual(['canceled', '0'])
    const refund = (refunded: bigint) =>
      service.deps.storage.unitOfWork(async tx => {
        const subscription = await tx.subscriptions.get(sub)
        if (subscription) await tx.subscriptions.update({ ...subscription, refunded })
      })
    await refund(5n)
    service.deps.worker.waitFor = waitFor
    const later = await cancel(sub)
    expect([later.json.refunded_usd, later.headers.get('Idempotent-Replayed')]).toEqual(['0.000005', 'true'])
    await refund(6n)
    expect((await cancel(sub)).text).toBe(later.text)
  })

  it('keys on client routes are the session’s own', async () => {
    const headers = { ...PAGE, 'Idempotency-Key': 'k' }
    const nonces = new Set<string>()
    for (const session of [await openSession(service), await openSession(service)]) {
      await authorise(service, session)
      for (const _ of [1, 2]) {
        const { json } = await service.request(
          'POST',
          `/v1/client/checkout/sessions/${session}/sign_in/challenge`,
          {
            key: null,
            headers,
            body: { wallet_address: WALLET, chain_id: 31_337 },
          },
        )
        nonces.add(json.nonce)
      }
    }
    expect(nonces.size).toBe(2)
  })
})

describe('answers that hold a secret', () => {
  // docs/money.md, rule 42
  it('are replayed, but not readable in the database, and neither is the key that opens them', async () => {
    const session = await openSession(service)
    await authorise(service, session)
    const base = `/v1/client/checkout/sessions/${session}`
    const { json } = await service.request('POST', `${base}/sign_in/challenge`, {
      key: null,
      headers: PAGE,
      body: { wallet_address: WALLET, chain_id: 31_337 },
    })
    const ask = () =>
      service.request('POST', `${base}/sign_in`, {
        key: null,
        headers: { ...PAGE, 'Idempotency-Key': 'once' },
        body: { message: json.message, signature: GENUINE },
      })
    const first = await ask()
    expect((await ask()).text).toBe(first.text)

    const key = 'a-key-that-opens-the-answer'
    const twice = async (path: string, credential: string, body?: object) => {
      const request = { key: credential, headers: { 'Idempotency-Key': key }, ...(body && { body }) }
      const answer = await service.request('POST', path, request)
      expect((await service.request('POST', path, request)).text).toBe(answer.text)
      return answer.json
    }
    const merchant = await twice('/_local/merchants', ADMIN_TOKEN)
    const url = 'https://shop.example/hooks'
    const endpoint = await twice('/v1/webhook_endpoints', service.testKey, { url })

    const stored = await readEverything(service)
    const secrets = [first.json.client_token, merchant.test_key, merchant.live_key]
    for (const secret of [key, ...secrets, endpoint.secret.slice('whsec_'.length)])
      expect(stored).not.toContain(secret)
  })
})

// docs/money.md, rule 42
it.each([
  ['what is stored of the key', { id: 'id_1', secret: 'id_1' }],
  ['another record’s id', { id: 'id_2', secret: 'once' }],
])('a sealed answer does not open with %s', (_, other) => {
  const own = { id: 'id_1', secret: 'once' }
  const sealed = answerBox(own).seal('{}', '')
  expect(answerBox(own).open(sealed, '')).toBe('{}')
  expect(() => answerBox(other).open(sealed, '')).toThrow(SecretBoxError)
})

describe('an authorisation with a key', () => {
  const once = { ...PAGE, 'Idempotency-Key': 'once' }

  // docs/money.md, rule 42
  it('is answered again to a caller with the secret, with a token that no stored data reveals', async () => {
    const session = await openSession(service)
    const { draft } = (await prepare(service, session)).json
    const first = await handIn(service, session, draft, {}, once)
    const again = await handIn(service, session, draft, {}, once)
    expect([first.status, again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 200, null])
    const { client_token: token, ...told } = first.json
    expect(again.json).toEqual({ ...told, client_token: expect.stringMatching(/^ct_/) })
    expect(again.json.client_token).not.toBe(token)
    const stored = await readEverything(service)
    for (const secret of [token, again.json.client_token, draft]) expect(stored).not.toContain(secret)
    expect((await service.request('GET', '/v1/subscriptions')).json.data).toHaveLength(1)
  })

  // docs/money.md, rule 42
  it('is refused with another secret, signature or email, after any earlier response', async () => {
    const session = await openSession(service)
    const { draft } = (await prepare(service, session)).json
    await handIn(service, session, draft, {}, once)
    for (const other of [
      { secret: '00'.repeat(32) },
      { signature: '0xbad0' },
      { email: 'eve@example.com' },
    ]) {
      const { status, json } = await handIn(service, session, draft, other, once)
      expect([status, json.error?.code, json.client_token]).toEqual([
        400,
        'idempotency_key_reused',
        undefined,
      ])
    }
  })

  it('waits for the chain together with its repeats, not behind them', async () => {
    const session = await openSession(service)
    const { draft } = (await prepare(service, session)).json
    const { waitFor } = service.worker
    const waiting: (() => void)[] = []
    service.deps.worker.waitFor = async (job, wait) => {
      await new Promise<void>(resolve => waiting.push(resolve))
      return waitFor(job, wait)
    }
    const answers = [1, 2, 3].map(() => handIn(service, session, draft, {}, once))
    await expect.poll(() => waiting.length).toBe(3)
    for (const go of waiting) go()
    expect((await Promise.all(answers)).map(({ json }) => json.session.status)).toEqual(
      Array(3).fill('complete'),
    )
    expect((await service.request('GET', '/v1/events?type=subscription.prepared')).json.data).toHaveLength(1)
  })

  it('that a kill took away is given by the repeat, and opens once', async () => {
    const session = await openSession(service)
    const { draft } = (await prepare(service, session)).json
    const { waitFor } = service.worker
    service.deps.worker.waitFor = async () => {
      throw new Error('killed here')
    }
    expect((await handIn(service, session, draft, {}, once)).status).toBe(500)
    service.deps.worker.waitFor = waitFor
    const repeat = await handIn(service, session, draft, {}, once)
    expect([repeat.status, repeat.json.session.status]).toEqual([200, 'complete'])
    const { json } = await service.request('GET', '/v1/events?type=subscription.prepared')
    expect(json.data).toHaveLength(1)
  })
})

it('preparing stores nothing, with any key: a session id alone fills no database', async () => {
  const session = await openSession(service)
  const headers = { ...PAGE, 'Idempotency-Key': 'once' }
  const caps = [60, 60, 3600]
  const drafts = []
  for (const cap of caps) {
    drafts.push(await prepare(service, session, { max_duration_seconds: cap }, headers))
  }
  expect(drafts.map(({ status, json }) => [status, json.terms?.max_seconds])).toEqual(
    caps.map(cap => [200, cap]),
  )
  expect(new Set(drafts.map(({ json }) => json.subscription_id)).size).toBe(caps.length)
  const stored = await readEverything(service)
  for (const { json } of drafts) expect(stored).not.toContain(json.draft)
})

/** The raw bytes of the database, the write-ahead log included. */
async function readEverything(service: TestService): Promise<string> {
  const { readdir, readFile } = await import('node:fs/promises')
  const files = await readdir(service.folder)
  const contents = await Promise.all(files.map(file => readFile(`${service.folder}/${file}`, 'latin1')))
  return contents.join('')
}
