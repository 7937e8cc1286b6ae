import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authorise, openSession, PAGE, prepare } from '../../test/client-scenario.ts'
import { GENUINE, startTestService, type TestService, WALLET } from '../../test/test-service.ts'

let service: TestService
let session: string
beforeEach(async () => {
  service = await startTestService()
  session = await openSession(service)
  await authorise(service, session)
})
afterEach(() => service.close())

type Headers = Record<string, string>
const post = (path: string, body: object, headers: Headers = PAGE) =>
  service.request('POST', path, { key: null, headers, body })
const base = () => `/v1/client/checkout/sessions/${session}`
const challenge = (headers: Headers = PAGE, wallet: string = WALLET, chain_id = 31_337) =>
  post(`${base()}/sign_in/challenge`, { wallet_address: wallet, chain_id }, headers)
const answer = (message: string, headers: Headers = PAGE) =>
  post(`${base()}/sign_in`, { message, signature: GENUINE }, headers)
const code = ({ status, json }: { status: number; json: { error?: { code: string } } }) =>
  status === 200 ? 'ok' : json.error?.code
const wallet = (index: number) => `0x${(index + 1).toString(16).padStart(40, '0')}`
// docs/money.md, rule 45
describe('the page that asks', () => {
  test.each(['null', 'file://', 'chrome-extension://abc', 'ftp://shop.example'])(
    'error: an origin of %s is no web page',
    async Origin => {
      expect(code(await challenge({ Origin }))).toBe('sign_in_domain_mismatch')
      const { json } = await challenge()
      expect(code(await answer(json.message, { Origin }))).toBe('sign_in_domain_mismatch')
    },
  )

  test.each([
    'https://',
    'https://[',
    'http://shop.example:99999',
    'https://shop.example/path',
    'https://me:pw@shop.example',
    'https://SHOP.example',
    'https:// shop.example',
    'https:///shop.example',
  ])('error: %j is no origin', async Origin => {
    for (const refused of [
      await challenge({ Origin }),
      await answer((await challenge()).json.message, { Origin }),
    ])
      expect([refused.status, refused.json.error]).toEqual([
        400,
        {
          type: 'invalid_request_error',
          code: 'sign_in_domain_mismatch',
          message:
            'The Origin header must be a plain origin, as browsers send it: https://shop.example. See /docs/errors#sign_in_domain_mismatch',
        },
      ])
  })

  test.each([
    'https://shop.example.evil',
    'http://shop.example',
    'https://shop.example:8443',
    'https://evil.example',
  ])(
    'error: a text made for https://shop.example does not sign in at %s, and is not used up there',
    async Origin => {
      const { json } = await challenge()
      expect(code(await answer(json.message, { Origin }))).toBe('sign_in_domain_mismatch')
      expect(code(await answer(json.message))).toBe('ok')
    },
  )

  test('behaviour: without an origin it is the page of success_url', async () => {
    const { json } = await challenge({})
    expect(json.message).toMatch(/^shop\.example wants you to sign in/)
    expect(code(await answer(json.message, {}))).toBe('ok')
  })
})

// docs/money.md, rule 45
describe('a challenge', () => {
  test('error: is bound to its session, its chain, and every byte of its text', async () => {
    const { json } = await challenge()
    expect(code(await challenge(PAGE, WALLET, 1))).toBe('parameter_invalid')
    expect(code(await answer(`${json.message} `))).toBe('signature_invalid')
    expect(code(await answer(json.message.replace(WALLET, wallet(7))))).toBe('signature_invalid')
    expect(code(await answer(json.message.replace('shop.example', 'evil.example')))).toBe(
      'sign_in_domain_mismatch',
    )
    expect(code(await answer(json.message.replace(/Nonce: \w+/, 'Nonce: abcdefgh')))).toBe(
      'sign_in_nonce_invalid',
    )
    const own = session
    session = await openSession(service)
    await authorise(service, session)
    expect(code(await answer(json.message))).toBe('sign_in_nonce_invalid')
    session = own
    expect(code(await answer(json.message))).toBe('ok')
  })

  test('behaviour: is answered once, however many try at the same time', async () => {
    const { json } = await challenge()
    const codes = await Promise.all(Array.from({ length: 8 }, async () => code(await answer(json.message))))
    expect(codes.toSorted()).toEqual(['ok', ...Array(7).fill('sign_in_nonce_invalid')])
  })

  test('error: is too old after five minutes', async () => {
    const [inTime, late] = [await challenge(), await challenge()]
    service.clock.moveTo(service.clock.now() + 299_999)
    expect(code(await answer(inTime.json.message))).toBe('ok')
    service.clock.moveTo(service.clock.now() + 1)
    expect(code(await answer(late.json.message))).toBe('sign_in_expired')
  })
})

describe('a session', () => {
  // docs/money.md, rule 45
  test('error: that is not complete is not signed in to: its first signature is the sign-in', async () => {
    const complete = (await challenge()).json.message
    session = await openSession(service)
    expect(code(await challenge())).toBe('checkout_session_not_complete')
    expect(code(await answer(complete))).toBe('sign_in_nonce_invalid')
    await prepare(service, session)
    expect(code(await challenge())).toBe('checkout_session_not_complete')
    await service.request('POST', `/v1/checkout/sessions/${session}/expire`)
    expect(code(await challenge())).toBe('checkout_session_not_complete')
  })

  // docs/money.md, rule 45
  test('behaviour: knows its own wallet only, for weeks, and answers a token for its meter', async () => {
    expect(code(await challenge(PAGE, wallet(1)))).toBe('session_already_claimed')
    service.clock.moveTo(service.clock.now() + 20 * 86_400_000)
    const { json } = await answer((await challenge()).json.message)
    const merchantSees = (await service.request('GET', `/v1/checkout/sessions/${session}`)).json
    expect(json).toEqual({
      object: 'sign_in',
      client_token: expect.stringMatching(/^ct_/),
      expires_at: expect.any(Number),
      customer: merchantSees.customer,
      session: merchantSees,
    })
    const meter = `/v1/client/subscriptions/${merchantSees.subscription}`
    expect((await service.request('GET', meter, { key: json.client_token })).json.id).toBe(
      merchantSees.subscription,
    )
  })

  // docs/money.md, rule 48
  test('error: signing in takes no e-mail address', async () => {
    const { json } = await challenge()
    const body = { message: json.message, signature: GENUINE, email: 'eve@example.com' }
    expect(code(await post(`${base()}/sign_in`, body))).toBe('parameter_unknown')
  })

  test.each([
    [{ wallet_address: '0x1', chain_id: 31_337 }, 'parameter_invalid'],
    [{ wallet_address: WALLET.replace('C', 'c'), chain_id: 31_337 }, 'parameter_invalid'],
  ])('error: is asked for no challenge with %j', async (body, expected) => {
    expect(code(await post(`${base()}/sign_in/challenge`, body))).toBe(expected)
  })
})
