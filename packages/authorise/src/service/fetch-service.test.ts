import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SESSION, SUBSCRIPTION } from '../../test/fixtures.ts'
import { AUTHORISATION, PREPARED } from './answers.fixture.ts'
import { createFetchService } from './fetch-service.ts'
import { createHttp } from './http.ts'
import { ServiceError } from './service-error.ts'

type Sent = { url: string; init: RequestInit }

/** A network that returns these responses in order, then the last for ever. */
function network(...answers: (Response | Error)[]) {
  const sent: Sent[] = []
  const send: typeof fetch = async (input, init) => {
    sent.push({ url: String(input), init: init ?? {} })
    const answer = answers[Math.min(sent.length, answers.length) - 1]
    if (answer instanceof Response) return answer.clone()
    throw answer
  }
  return { sent, service: overNetwork(send) }
}

function overNetwork(send: typeof fetch, baseUrl = 'https://api.example/base/') {
  const http = createHttp({ baseUrl, pageUrl: 'https://shop.example/pay/checkout.html?a=b', fetch: send })
  return { origin: http.origin, ...createFetchService(http) }
}

const ok = (body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { headers })
function challenge(text: string): Response {
  return new Response('{}', { status: 401, headers: { 'www-authenticate': text } })
}

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
  test('default: the session, the service’s clock, and the party that fixed the maximum duration', async () => {
    const { service, sent } = network(
      ok(SESSION, { 'billing-clock': '1790000000;frozen', 'billing-cap': 'merchant' }),
      ok(SESSION),
    )
    expect(await service.session('cs_1')).toEqual({
      value: SESSION,
      clock: { now: 1_790_000_000, frozen: true },
      cap: 'merchant',
    })
    expect(sent[0]?.url).toBe('https://api.example/base/v1/client/checkout/sessions/cs_1')
    expect(sent[0]?.init).toEqual({
      method: 'GET',
      headers: { accept: 'application/json' },
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: expect.any(AbortSignal),
    })
    expect(service.origin).toBe('https://api.example')
    expect(await service.session('cs_1')).toEqual({ value: SESSION, clock: null, cap: null })
  })

  const ACCOUNT = '0x4444444444444444444444444444444444444444'
  const CLAIM = 'c1'.repeat(32)

  test('parameters: prepare and authorise carry no token', async () => {
    const { service, sent } = network(ok(PREPARED), ok(AUTHORISATION, { 'billing-clock': '1790000010' }))
    expect(
      await service.prepare('cs_1', { wallet_address: ACCOUNT, claim: CLAIM, max_duration_seconds: 60 }),
    ).toEqual(PREPARED)
    const handedIn = { draft: 'b3BhcXVl', signature: '0xaa', secret: 'd2', email: 'ada@example.com' } as const
    const { value, clock } = await service.authorise('cs_1', handedIn)
    expect({ value, clock }).toEqual({
      value: AUTHORISATION,
      clock: { now: 1_790_000_010, frozen: false },
    })
    expect(sent.map(({ url, init }) => [url, init.method, JSON.parse(String(init.body))])).toEqual([
      [
        'https://api.example/base/v1/client/checkout/sessions/cs_1/prepare',
        'POST',
        { wallet_address: ACCOUNT, claim: CLAIM, max_duration_seconds: 60 },
      ],
      ['https://api.example/base/v1/client/checkout/sessions/cs_1/authorise', 'POST', handedIn],
    ])
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    expect(sent.map(({ init }) => init.headers)).toEqual([headers, headers])
  })

  test('error: a secret key as the meter to carry on is not sent', async () => {
    const { service, sent } = network(ok(PREPARED))
    const request = { wallet_address: PREPARED.terms.payer, claim: 'ab', replaces: 'sk_live_51Hx' }
    await expect(service.prepare('cs_1', request)).rejects.toMatchObject({
      code: 'secret_key_in_page',
      message: expect.not.stringContaining('51Hx'),
    })
    expect(sent).toEqual([])
  })

  test('parameters: the meter’s routes carry the token', async () => {
    const { service, sent } = network(ok(SUBSCRIPTION), ok(SUBSCRIPTION))
    await service.subscription('sub_1', 'ct_1')
    await service.act('sub_1', { token: 'ct_1', action: 'cancel' })
    expect(
      sent.map(({ url, init }) => [url, init.method, new Headers(init.headers).get('authorization')]),
    ).toEqual([
      ['https://api.example/base/v1/client/subscriptions/sub_1', 'GET', 'Bearer ct_1'],
      ['https://api.example/base/v1/client/subscriptions/sub_1/cancel', 'POST', 'Bearer ct_1'],
    ])
  })

  test('parameters: ids cannot leave their place in the path', async () => {
    const { service, sent } = network(ok({ ...SUBSCRIPTION, id: '../../x?y' }))
    await service.subscription('../../x?y', 'ct_1')
    expect(sent[0]?.url).toBe('https://api.example/base/v1/client/subscriptions/..%2F..%2Fx%3Fy')
  })

  test.each([
    ['https://api.example', 'https://api.example'],
    ['http://127.0.0.1:4000/billing/', 'http://127.0.0.1:4000/billing'],
    ['/billing', 'https://shop.example/billing'],
    ['billing', 'https://shop.example/pay/billing'],
    ['//api.example/?x=1#y', 'https://api.example'],
    ['https://name:password@api.example', 'https://api.example'],
  ])('parameters: base URL %j', async (baseUrl, root) => {
    const sent: string[] = []
    const service = overNetwork(async input => {
      sent.push(String(input))
      return ok(SESSION)
    }, baseUrl)
    await service.session('cs_1')
    expect(sent).toEqual([`${root}/v1/client/checkout/sessions/cs_1`])
    expect(service.origin).toBe(new URL(root).origin)
  })

  test.each(['ftp://api.example', 'javascript:1', 'data:,x', 'https://', ''])(
    'error: base URL %j',
    baseUrl => {
      expect(() => overNetwork(fetch, baseUrl)).toThrow(
        expect.objectContaining({ code: 'base_url_invalid', status: 0 }),
      )
    },
  )

  test('behaviour: a lost response is requested again', async () => {
    const { service, sent } = network(LOST, bad(500, 'internal_error'), ok(SESSION))
    expect(await settled(service.session('cs_1'))).toMatchObject({ value: SESSION })
    expect(sent.length).toBe(3)
  })

  test('behaviour: after three tries it is an error', async () => {
    const { service, sent } = network(LOST)
    expect(await settled(service.session('cs_1'))).toMatchObject({ code: 'service_unreachable', status: 0 })
    expect(sent.length).toBe(3)
  })

  test('behaviour: waits for Retry-After, at most five seconds', async () => {
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
    const body = { message: 'm', signature: '0xaa' } as const
    expect(await settled(service.signIn('cs_1', body))).toMatchObject({ code: 'service_unreachable' })
    expect(sent.length).toBe(1)
  })

  test('behaviour: a signature is submitted again when the response is lost', async () => {
    const { service, sent } = network(LOST, ok(AUTHORISATION))
    const body = { draft: 'd', signature: '0xaa', secret: 'd2', email: 'ada@example.com' } as const
    expect(await settled(service.authorise('cs_1', body))).toMatchObject({ value: AUTHORISATION })
    expect(sent.map(({ init }) => init.body)).toEqual([JSON.stringify(body), JSON.stringify(body)])
  })

  test.each([
    ['0', 0],
    ['120', 120],
    ['-1', null],
    ['soon', null],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
  ])('error: Retry-After %j', async (header, seconds) => {
    const { service } = network(bad(429, 'rate_limit_exceeded', { 'retry-after': header }))
    const error = await settled(service.signIn('cs_1', { message: 'm', signature: '0xaa' }))
    expect(error).toMatchObject({ code: 'rate_limit_exceeded', retryAfterSeconds: seconds })
  })

  test('error: names the request and the reason of its failure, never the token', async () => {
    const { service } = network(LOST)
    const error = await settled(service.subscription('sub_1', 'ct_secret'))
    expect(error).toMatchObject({
      message: 'No answer from https://api.example/base/v1/client/subscriptions/sub_1. Check base-url.',
      cause: LOST,
    })
    expect(JSON.stringify(error)).not.toContain('ct_secret')
  })

  test('error: names the parameter that the service refused', async () => {
    const error = { type: 'invalid_request_error', message: 'no', code: 'parameter_invalid', param: 'email' }
    const { service } = network(new Response(JSON.stringify({ error }), { status: 400 }))
    expect(await settled(service.session('cs_1'))).toMatchObject({
      code: 'parameter_invalid',
      field: 'email',
    })
  })

  const URL_OF_SESSION = 'https://api.example/base/v1/client/checkout/sessions/cs_1'
  const noRoute = (status: number) =>
    `${URL_OF_SESSION} answered ${status} and is no route of the service. Set base-url to the service's address.`
  const told = { message: 'no', field: null, isSignedOut: false, retryAfterSeconds: null }
  test.each<[string, Response, Partial<ServiceError>]>([
    [
      'a code of the service',
      bad(400, 'checkout_session_expired'),
      { code: 'checkout_session_expired', status: 400 },
    ],
    [
      'a 401',
      bad(401, 'client_token_expired'),
      { code: 'client_token_expired', status: 401, isSignedOut: true },
    ],
    [
      'a 401 to a token that is not valid any more',
      challenge('Bearer error="invalid_token"'),
      { code: 'http_401', status: 401, message: noRoute(401), isSignedOut: true },
    ],
    [
      'a 401 to a token that a wrapper of fetch lost',
      challenge('Bearer'),
      { code: 'http_401', status: 401, message: noRoute(401) },
    ],
    [
      'no JSON',
      new Response('<html>', { status: 404 }),
      { code: 'http_404', status: 404, message: noRoute(404) },
    ],
    [
      'an error that is none',
      new Response('{"error":"no"}', { status: 500 }),
      { code: 'http_500', status: 500, message: noRoute(500) },
    ],
    [
      'another object',
      ok(SUBSCRIPTION),
      {
        code: 'response_invalid',
        status: 200,
        message: `The answer's field id is not valid: ${URL_OF_SESSION}.`,
        field: 'id',
      },
    ],
    ['no object', ok(null), { code: 'response_invalid', status: 200, message: noRoute(200) }],
  ])('error: %s', async (_name, answer, expected) => {
    const { service } = network(answer)
    const error = await settled(service.session('cs_1'))
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ ...told, ...expected })
  })

  test('behaviour: a service without its chain has waited already, and is not asked again', async () => {
    const { service, sent } = network(bad(503, 'chain_unavailable'))
    expect(await settled(service.session('cs_1'))).toMatchObject({ code: 'chain_unavailable', status: 503 })
    expect(sent.length).toBe(1)
  })

  describe('a service that does not answer', () => {
    let limits: { milliseconds: number; end: () => void }[]
    beforeEach(() => {
      limits = []
      vi.spyOn(AbortSignal, 'timeout').mockImplementation(milliseconds => {
        const controller = new AbortController()
        limits.push({ milliseconds, end: () => controller.abort(new DOMException('over', 'TimeoutError')) })
        return controller.signal
      })
    })
    afterEach(() => void vi.restoreAllMocks())

    const silent = () =>
      overNetwork(
        (_, init) =>
          new Promise((_, reject) => {
            init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
          }),
      )

    test('behaviour: a read may take 10 s, and an action 25 s, for the service waits 15 s for the chain', async () => {
      const body = { message: 'm', signature: '0xaa' } as const
      const signIn = silent()
        .signIn('cs_1', body)
        .catch(error => error)
      limits[0]?.end()
      expect(await signIn).toMatchObject({ code: 'service_timeout', status: 0, isTransient: true })
      const read = silent()
        .session('cs_1')
        .catch(error => error)
      for (let attempt = 1; attempt <= 3; attempt++) {
        limits[attempt]?.end()
        await vi.runAllTimersAsync()
      }
      expect(await read).toMatchObject({
        code: 'service_timeout',
        message: `No answer from ${URL_OF_SESSION}. Check base-url.`,
      })
      expect(limits.map(({ milliseconds }) => milliseconds)).toEqual([25_000, 10_000, 10_000, 10_000])
    })

    test('behaviour: an abort during the request ends it with its reason', async () => {
      const abort = new AbortController()
      const answer = silent()
        .session('cs_1', { signal: abort.signal })
        .catch(error => error)
      abort.abort('left')
      expect(await answer).toBe('left')
      expect(limits.length).toBe(1)
    })

    test('behaviour: a signal that the runtime’s fetch refuses is left out', async () => {
      const foreign = Object.assign(new EventTarget(), { aborted: false })
      vi.mocked(AbortSignal.timeout).mockReturnValue(foreign as AbortSignal)
      const { service, sent } = network(ok(SESSION))
      expect(await service.session('cs_1')).toMatchObject({ value: SESSION })
      expect(sent.map(({ init }) => 'signal' in init)).toEqual([false])
    })
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
