import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SESSION, SUBSCRIPTION } from '../../test/fixtures.ts'
import { createFetchService } from './fetch-service.ts'
import { ServiceError } from './service-error.ts'

type Sent = { url: string; init: RequestInit }

/** A network that gives these answers one after another, then the last for ever. */
function network(...answers: (Response | Error)[]) {
  const sent: Sent[] = []
  const send: typeof fetch = async (input, init) => {
    sent.push({ url: String(input), init: init ?? {} })
    const answer = answers[Math.min(sent.length, answers.length) - 1]
    if (answer instanceof Response) return answer.clone()
    throw answer
  }
  return { sent, service: createFetchService({ baseUrl: 'https://api.example/base/', fetch: send }) }
}

const ok = (body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { headers })
const bad = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ error: { type: 'api_error', message: 'no', code } }), { status, headers })
const LOST = new TypeError('network')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Lets every back-off pass. */
async function settled<T>(promise: Promise<T>): Promise<T | ServiceError> {
  const caught = promise.catch(error => error as ServiceError)
  await vi.runAllTimersAsync()
  return caught
}

describe('createFetchService', () => {
  test('default: the session with the clock it was answered at', async () => {
    const { service, sent } = network(ok(SESSION, { 'billing-clock': '1790000000;frozen' }))
    expect(await service.session('cs_1')).toEqual({
      value: SESSION,
      clock: { now: 1_790_000_000, frozen: true },
    })
    expect(sent[0]?.url).toBe('https://api.example/base/v1/client/checkout/sessions/cs_1')
    expect(sent[0]?.init).toMatchObject({ method: 'GET', credentials: 'omit', cache: 'no-store' })
    expect(service.origin).toBe('https://api.example')
  })

  test('parameters: token and body of prepare', async () => {
    const { service, sent } = network(ok({ object: 'authorisation' }))
    await service.prepare('cs_1', 'ct_1', { maxDurationSeconds: 60 })
    expect(sent[0]?.url).toBe('https://api.example/base/v1/client/checkout/sessions/cs_1/prepare')
    expect(sent[0]?.init.body).toBe('{"max_duration_seconds":60}')
    expect(new Headers(sent[0]?.init.headers).get('authorization')).toBe('Bearer ct_1')
  })

  test('parameters: ids cannot leave their place in the path', async () => {
    const { service, sent } = network(ok(SUBSCRIPTION))
    await service.subscription('../../x?y', 'ct_1')
    expect(sent[0]?.url).toBe('https://api.example/base/v1/client/subscriptions/..%2F..%2Fx%3Fy')
  })

  test.each(['ftp://api.example', 'nonsense', 'javascript:1', ''])('error: base URL %j', baseUrl => {
    expect(() => createFetchService({ baseUrl })).toThrow(
      expect.objectContaining({ code: 'base_url_invalid' }),
    )
  })

  test('behaviour: a lost answer is asked for again', async () => {
    const { service, sent } = network(LOST, bad(500, 'internal_error'), ok(SESSION))
    expect(await settled(service.session('cs_1'))).toMatchObject({ value: SESSION })
    expect(sent.length).toBe(3)
  })

  test('behaviour: after three tries it is an error', async () => {
    const { service, sent } = network(LOST)
    expect(await settled(service.session('cs_1'))).toMatchObject({ code: 'service_unreachable', status: 0 })
    expect(sent.length).toBe(3)
  })

  test('behaviour: waits as long as Retry-After says, not longer than five seconds', async () => {
    const patient = network(bad(429, 'rate_limit_exceeded', { 'retry-after': '2' }), ok(SESSION))
    const started = Date.now()
    await settled(patient.service.session('cs_1'))
    expect(Date.now() - started).toBe(2_000)
    const asked = network(bad(429, 'rate_limit_exceeded', { 'retry-after': '60' }))
    expect(await settled(asked.service.session('cs_1'))).toMatchObject({ retryAfterSeconds: 60 })
    expect(asked.sent.length).toBe(1)
  })

  test('behaviour: a sign-in is never sent twice', async () => {
    const { service, sent } = network(LOST)
    const body = { message: 'm', signature: '0xaa', email: 'a@b.c' } as const
    expect(await settled(service.signIn('cs_1', body))).toMatchObject({ code: 'service_unreachable' })
    expect(sent.length).toBe(1)
  })

  test.each<[string, Response, Partial<ServiceError>]>([
    [
      'a code of the service',
      bad(400, 'checkout_session_expired'),
      { code: 'checkout_session_expired', status: 400 },
    ],
    ['a 401', bad(401, 'client_token_expired'), { code: 'client_token_expired', isSignedOut: true }],
    ['no JSON', new Response('<html>', { status: 404 }), { code: 'http_404' }],
    ['another object', ok(SUBSCRIPTION), { code: 'response_invalid' }],
    ['no object', ok(null), { code: 'response_invalid' }],
  ])('error: %s', async (_name, answer, expected) => {
    const { service } = network(answer)
    const error = await settled(service.session('cs_1'))
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject(expected)
  })

  test('behaviour: an abort ends the waiting', async () => {
    const { service, sent } = network(LOST)
    const abort = new AbortController()
    const answer = service.session('cs_1', { signal: abort.signal }).catch(error => error)
    await vi.advanceTimersByTimeAsync(100)
    abort.abort('left')
    expect(await answer).toBe('left')
    expect(sent.length).toBe(1)
  })
})
