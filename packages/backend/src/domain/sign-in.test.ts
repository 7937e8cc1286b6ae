import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { authorise, openSession, PAGE, signIn } from '../../test/client-scenario.ts'
import { GENUINE, startTestService, type TestService, WALLET } from '../../test/test-service.ts'

vi.setConfig({ testTimeout: 30_000 })

let service: TestService
let session: string
beforeEach(async () => {
  service = await startTestService()
  session = await openSession(service)
})
afterEach(() => service.close())

type Headers = Record<string, string>
const post = (path: string, body: object, headers: Headers = PAGE) =>
  service.request('POST', path, { key: null, headers, body })
const base = () => `/v1/client/checkout/sessions/${session}`
const challenge = (headers: Headers = PAGE, wallet: string = WALLET, chain_id = 31_337) =>
  post(`${base()}/sign_in/challenge`, { wallet_address: wallet, chain_id }, headers)
const answer = (message: string, headers: Headers = PAGE, email = 'ada@example.com') =>
  post(`${base()}/sign_in`, { message, signature: GENUINE, email }, headers)
const code = ({ status, json }: { status: number; json: { error?: { code: string } } }) =>
  status === 200 ? 'ok' : json.error?.code
const wallet = (index: number) => `0x${(index + 1).toString(16).padStart(40, '0')}`
const tokenWorks = async (token: string) =>
  code(await service.request('POST', `${base()}/prepare`, { key: token, body: { max_duration_seconds: 60 } }))

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
  test('error: makes at most ten customers, and knows each of them again', async () => {
    for (let index = 0; index < 10; index += 1) await signIn(service, session, wallet(index))
    const { json } = await challenge(PAGE, wallet(10))
    expect(code(await answer(json.message))).toBe('session_already_claimed')
    expect(code(await answer((await challenge(PAGE, wallet(3))).json.message))).toBe('ok')
    const customers = await service.request('GET', '/v1/customers?limit=100')
    expect(customers.json.data).toHaveLength(10)
  })

  test('behaviour: another wallet’s claim ends the tokens before it, a second tab of the same wallet does not', async () => {
    const first = await signIn(service, session)
    const second = await signIn(service, session)
    expect([await tokenWorks(first), await tokenWorks(second)]).toEqual(['ok', 'ok'])
    session = await openSession(service)
    const left = await signIn(service, session)
    await signIn(service, session, wallet(1))
    expect(await tokenWorks(left)).toBe('client_token_invalid')
  })

  test('behaviour: once complete it knows its own wallet only', async () => {
    await authorise(service, session)
    expect(code(await challenge(PAGE, wallet(1)))).toBe('session_already_claimed')
    service.clock.moveTo(service.clock.now() + 20 * 86_400_000)
    expect(code(await answer((await challenge()).json.message))).toBe('ok')
  })

  test('behaviour: the e-mail address of the last sign-in is the customer’s, in every session', async () => {
    await answer((await challenge()).json.message, PAGE, 'first@example.com')
    session = await openSession(service)
    const { json } = await answer((await challenge()).json.message, PAGE, 'last@example.com')
    const customer = await service.request('GET', `/v1/customers/${json.customer}`)
    expect(customer.json.email).toBe('last@example.com')
  })
})
