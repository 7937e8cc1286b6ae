import { runInNewContext } from 'node:vm'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { BillingError } from './request/errors.ts'
import { WebhookVerificationError } from './webhook-error.ts'
import type { WebhookHeaders } from './webhook-headers.ts'
import { type TestEvent, webhooks } from './webhooks.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const now = () => Math.floor(Date.now() / 1000)

const product = {
  id: 'prod_1',
  object: 'product' as const,
  name: 'Zoë 💠',
  description: null,
  rate_usd_per_second: '0.000692',
  rate_per_second_wei: '692',
  currency: 'ausd' as const,
  allow_pause: false,
  start_mode: 'checkout' as const,
  active: true,
  active_subscriptions: 0,
  livemode: false,
  created: 1_788_652_800,
}
const testEvent: TestEvent = { type: 'product.updated', data: { object: product } }
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'product.updated',
  livemode: true,
  created: 7,
  data: { object: product },
}
const payload = JSON.stringify(event)

/** As the stock library signs. */
function stockHeaders(keys: string[] = [secret], timestamp = now(), body = payload): Record<string, string> {
  const signatures = keys.map(key => new Webhook(key).sign('evt_1', new Date(timestamp * 1000), body))
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

const refusal = async (verifying: Promise<unknown>) => {
  const error = await verifying.then(
    () => null,
    reason => reason,
  )
  expect(error).toBeInstanceOf(WebhookVerificationError)
  expect(error).toBeInstanceOf(BillingError)
  expect(error).toMatchObject({ type: 'webhook_error', status: undefined })
  expect(`${error.message}${error.stack}`).not.toContain(secret.slice(6))
  return error.code
}

describe('verify', () => {
  test('default: a signature of the stock library', async () => {
    expect(await webhooks.verify(payload, stockHeaders(), secret)).toEqual(event)
  })

  test('behaviour: text, bytes, a view into bytes, a buffer', async () => {
    const bytes = new TextEncoder().encode(`xx${payload}`)
    const view = bytes.subarray(2)
    for (const body of [payload, view, view.slice().buffer, Buffer.from(payload)]) {
      expect(await webhooks.verify(body, stockHeaders(), secret)).toEqual(event)
    }
  })

  test('behaviour: headers as fetch and as Node have them, in any case', async () => {
    const headers = stockHeaders()
    const capitals = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    )
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
    for (const form of [new Headers(headers), capitals, lists, { ...headers, other: undefined }]) {
      expect(await webhooks.verify(payload, form, secret)).toEqual(event)
    }
  })

  test('behaviour: headers that are no object of this realm, or no Headers at all', async () => {
    const capitals = Object.entries(stockHeaders()).map(
      ([name, value]) => [name.toUpperCase(), value] as const,
    )
    const others: Record<string, WebhookHeaders> = {
      aMap: new Map(capitals),
      pairs: capitals,
      readOnce: capitals.values(),
      onlyGet: { get: (name: string) => new Headers(capitals as never).get(name) },
      anotherRealm: runInNewContext('new Map(entries)', { entries: capitals }),
      noPrototype: Object.assign(Object.create(null), { ...stockHeaders(), get: 'x' }),
    }
    for (const [name, form] of Object.entries(others))
      expect([name, await webhooks.verify(payload, form, secret)]).toEqual([name, event])
  })

  test('behaviour: bytes of another realm, as in a test runner that has its own', async () => {
    const bytes = [...new TextEncoder().encode(payload)]
    for (const made of ['Uint8Array.from(bytes)', 'Uint8Array.from(bytes).buffer'])
      expect(await webhooks.verify(runInNewContext(made, { bytes }), stockHeaders(), secret)).toEqual(event)
  })

  test.each([[undefined], [null], [{}], [[]], [['webhook-id', 'evt_1']], [[null]], [7], ['webhook-id']])(
    'error: values that are no headers (%j)',
    async none => {
      const verifying = webhooks.verify(payload, none as never, secret)
      expect(await refusal(verifying)).toBe('webhook_headers_missing')
    },
  )

  test('behaviour: any one of several signatures will do, of versions it does not know none', async () => {
    const headers = stockHeaders([other, secret])
    expect(await webhooks.verify(payload, headers, secret)).toEqual(event)
    const more = { ...headers, 'webhook-signature': `v1a,AAAA v1 v1,!!! ${headers['webhook-signature']}` }
    expect(await webhooks.verify(payload, more, secret)).toEqual(event)
    const relabelled = headers['webhook-signature']?.replaceAll('v1,', 'v2,') ?? ''
    const refused = webhooks.verify(payload, { ...headers, 'webhook-signature': relabelled }, secret)
    expect(await refusal(refused)).toBe('webhook_signature_invalid')
  })

  test('behaviour: the secret with and without its prefix', async () => {
    expect(await webhooks.verify(payload, stockHeaders(), secret.slice(6))).toEqual(event)
  })

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('error: no %s', async name => {
    for (const value of [undefined, '']) {
      const verifying = webhooks.verify(payload, { ...stockHeaders(), [name]: value }, secret)
      await expect(verifying).rejects.toThrow(`The header ${name} is missing. Pass the original headers.`)
      expect(await refusal(verifying)).toBe('webhook_headers_missing')
    }
  })

  test('error: another secret, body, id or time', async () => {
    const headers = stockHeaders()
    const attempts = [
      webhooks.verify(payload, headers, other),
      webhooks.verify(`${payload} `, headers, secret),
      webhooks.verify(payload, { ...headers, 'webhook-id': 'evt_2' }, secret),
      webhooks.verify(payload, { ...headers, 'webhook-timestamp': String(now() - 60) }, secret),
      webhooks.verify(payload, { ...headers, 'webhook-signature': 'v1,' }, secret),
    ]
    const refusals = await Promise.all(attempts.map(refusal))
    expect(refusals).toEqual(attempts.map(() => 'webhook_signature_invalid'))
  })

  test('error: signed too long ago, or too far ahead', async () => {
    for (const [timestamp, side] of [
      [now() - 302, 'ago'],
      [now() + 302, 'ahead'],
    ] as const) {
      const verifying = webhooks.verify(payload, stockHeaders([secret], timestamp), secret)
      await expect(verifying).rejects.toThrow(new RegExp(`signed 30\\d s ${side}, and the limit is 300 s`))
      expect(await refusal(verifying)).toBe('webhook_timestamp_out_of_tolerance')
    }
    for (const timestamp of [now() - 298, now() + 298]) {
      expect(await webhooks.verify(payload, stockHeaders([secret], timestamp), secret)).toEqual(event)
    }
    const longAgo = stockHeaders([secret], now() - 3500)
    expect(await webhooks.verify(payload, longAgo, secret, { toleranceSeconds: 3600 })).toEqual(event)
  })

  test.each(['yesterday', '1e9', '-5', '12.5', ' 12'])('error: the time %j', async timestamp => {
    const verifying = webhooks.verify(payload, { ...stockHeaders(), 'webhook-timestamp': timestamp }, secret)
    expect(await refusal(verifying)).toBe('webhook_timestamp_invalid')
  })

  test.each([undefined, ''])('error: no secret (%j), beside any other fault', async none => {
    const error = await webhooks.verify(payload, {}, none).catch(error => error)
    expect(error).toBeInstanceOf(WebhookVerificationError)
    expect([error.code, error.message]).toEqual([
      'webhook_secret_missing',
      'No signing secret was given, so nothing can be verified. Pass the endpoint’s, whsec_…: it is shown when the endpoint is created, and again with rotate_secret. If it comes from the environment, that variable is not set.',
    ])
    expect(await refusal(webhooks.signTestEvent(testEvent, none))).toBe('webhook_secret_missing')
  })

  test('error: an option that there is not', async () => {
    const verifying = webhooks.verify(payload, stockHeaders(), secret, { tolerance: 60 } as never)
    await expect(verifying).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'tolerance',
      message: '"tolerance" is not an option of verify. Did you mean "toleranceSeconds"?',
    })
  })

  test.each([Number.NaN, -1, '60', null])('error: the tolerance %j', async toleranceSeconds => {
    const options = { toleranceSeconds: toleranceSeconds as number }
    await expect(webhooks.verify(payload, stockHeaders(), secret, options)).rejects.toMatchObject({
      name: 'InvalidRequestError',
      code: 'parameter_invalid',
      param: 'toleranceSeconds',
      message: 'toleranceSeconds must be a number of seconds, 0 or more.',
    })
  })

  test('error: a tolerance without its name, as another library takes it', async () => {
    await expect(webhooks.verify(payload, stockHeaders(), secret, 600 as never)).rejects.toMatchObject({
      code: 'parameter_invalid',
      message: 'Give an option of verify by its name: { toleranceSeconds: … }.',
    })
  })

  test.each([[Buffer.from('key')], [{ secret }], [5], [[secret]]])(
    'error: a secret that is no text (%o)',
    async none => {
      expect(await refusal(webhooks.verify(payload, stockHeaders(), none as never))).toBe(
        'webhook_secret_invalid',
      )
      expect(await refusal(webhooks.signTestEvent(testEvent, none as never))).toBe('webhook_secret_invalid')
    },
  )

  test('error: a secret that is none, a parsed body, a body that is not JSON', async () => {
    expect(await refusal(webhooks.verify(payload, stockHeaders(), 'whsec_***'))).toBe(
      'webhook_secret_invalid',
    )
    const parsed = webhooks.verify(event as never, stockHeaders(), secret)
    expect(await refusal(parsed)).toBe('webhook_payload_invalid')
    const text = webhooks.verify('hello', stockHeaders([secret], now(), 'hello'), secret)
    expect(await refusal(text)).toBe('webhook_payload_invalid')
  })
})

describe('signTestEvent', () => {
  test('default: the stock library verifies it, and so does verify', async () => {
    const signed = await webhooks.signTestEvent(testEvent, secret)
    const verified = new Webhook(secret).verify(signed.payload, signed.headers)
    expect(verified).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      object: 'event',
      type: 'product.updated',
      livemode: false,
      created: expect.closeTo(now(), -1),
      data: { object: product },
    })
    expect(await webhooks.verify(signed.payload, signed.headers, secret)).toEqual(verified)
  })

  test('behaviour: keeps the given values, also a time that is over', async () => {
    const given = { ...testEvent, id: 'evt_1', livemode: true, created: 7 }
    const { payload: signed, headers } = await webhooks.signTestEvent(given, secret, { timestamp: 1000 })
    expect(JSON.parse(signed)).toEqual(event)
    expect(headers).toMatchObject({ 'webhook-id': 'evt_1', 'webhook-timestamp': '1000' })
    expect(await refusal(webhooks.verify(signed, headers, secret))).toBe('webhook_timestamp_out_of_tolerance')
  })

  test('behaviour: the type tells the resource', async () => {
    const { payload: signed, headers } = await webhooks.signTestEvent(testEvent, secret)
    const received = await webhooks.verify(signed, headers, secret)
    if (received.type !== 'product.updated') return expect.unreachable()
    const rate: string = received.data.object.rate_usd_per_second
    expect(rate).toBe('0.000692')
  })
})

test('behaviour: a runtime without global Web Crypto (Node 18) does the same', async () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto') as PropertyDescriptor
  Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true, writable: true })
  try {
    expect(await webhooks.verify(payload, stockHeaders(), secret)).toEqual(event)
    const signed = await webhooks.signTestEvent(testEvent, secret)
    expect(new Webhook(secret).verify(signed.payload, signed.headers)).toMatchObject({
      type: 'product.updated',
    })
  } finally {
    Object.defineProperty(globalThis, 'crypto', own)
  }
})
