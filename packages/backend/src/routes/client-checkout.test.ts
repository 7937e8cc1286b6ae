import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authorise, openSession, PAGE, signIn } from '../../test/client-scenario.ts'
import {
  GENUINE,
  NOW,
  OPENING_HASH,
  startTestService,
  type TestService,
  WALLET,
} from '../../test/test-service.ts'

let service: TestService
let session: string
let base: string
beforeEach(async () => {
  service = await startTestService()
  session = await openSession(service, { allow_pause: true })
  base = `/v1/client/checkout/sessions/${session}`
})
afterEach(() => service.close())

const post = (path: string, key: string | null, body?: unknown, headers = {}) =>
  service.request('POST', path, { key, headers, ...(body !== undefined && { body }) })

describe('a page with a session id', () => {
  it('reads the session as its merchant does, and the chain of its mode', async () => {
    const merchantSees = await service.request('GET', `/v1/checkout/sessions/${session}`)
    const pageSees = await service.request('GET', base, { key: null, headers: PAGE })
    expect(pageSees.json).toEqual(merchantSees.json)
    const chain = await service.request('GET', `${base}/chain`, { key: null })
    expect(chain.json).toEqual(service.deps.chains.test?.facts)
  })

  it('is told that a session does not exist', async () => {
    const { status, json } = await service.request('GET', '/v1/client/checkout/sessions/cs_none', {
      key: null,
    })
    expect([status, json.error.code]).toEqual([404, 'resource_missing'])
  })

  it('signs in, prepares, authorises: one meter, however often it asks', async () => {
    const token = await signIn(service, session)
    const prepared = await post(`${base}/prepare`, token, { max_duration_seconds: 3600 })
    expect(prepared.status).toBe(200)
    expect(prepared.json).toMatchObject({
      object: 'authorisation',
      deposit_wei: '997200',
      sign_by: NOW + 1800,
      session: { status: 'open', max_duration_seconds: 3600, max_escrow_usd: '0.9972' },
      subscription: { status: 'incomplete', checkout_session: session },
    })
    expect(prepared.json.typed_data.message).toMatchObject({ from: WALLET, value: '997200', validAfter: '0' })

    const first = await post(`${base}/authorise`, token, { signature: GENUINE })
    expect(first.json).toMatchObject({
      object: 'authorisation',
      tx_hash: OPENING_HASH,
      session: { status: 'complete' },
      subscription: { id: prepared.json.subscription.id, status: 'running', started_at: NOW },
    })
    const again = await post(`${base}/authorise`, token, { signature: '0x1234' })
    expect(again.json).toEqual(first.json)
    const { json } = await service.request('GET', '/v1/events?type=checkout.session.completed')
    expect(json.data).toHaveLength(1)
  })

  it('is refused a signature that is not the payer’s, and may try again', async () => {
    const token = await signIn(service, session)
    expect((await post(`${base}/authorise`, token, { signature: GENUINE })).json.error.code).toBe(
      'subscription_invalid_state',
    )
    await post(`${base}/prepare`, token, { max_duration_seconds: 60 })
    const { status, json } = await post(`${base}/authorise`, token, { signature: '0xbad0' })
    expect([status, json.error.code, json.error.param]).toEqual([400, 'signature_invalid', 'signature'])
    expect((await post(`${base}/authorise`, token, { signature: GENUINE })).status).toBe(200)
  })

  it('wants a cap unless the merchant fixed one', async () => {
    const token = await signIn(service, session)
    const missing = await post(`${base}/prepare`, token)
    expect([missing.status, missing.json.error.code, missing.json.error.param]).toEqual([
      400,
      'parameter_missing',
      'max_duration_seconds',
    ])
    const fixed = await openSession(service, {}, { max_duration_seconds: 600 })
    const answer = await post(`/v1/client/checkout/sessions/${fixed}/prepare`, await signIn(service, fixed))
    expect(answer.json.subscription.max_duration_seconds).toBe(600)
  })

  it('pauses, resumes and cancels its own meter, repeats included', async () => {
    const { token, sub } = await authorise(service, session)
    const mine = `/v1/client/subscriptions/${sub}`
    for (const [action, status] of [
      ['pause', 'paused'],
      ['pause', 'paused'],
      ['resume', 'running'],
      ['resume', 'running'],
      ['cancel', 'canceled'],
      ['cancel', 'canceled'],
    ]) {
      const { json } = await post(`${mine}/${action}`, token, {}, PAGE)
      expect([action, json.status]).toEqual([action, status])
    }
    expect((await service.request('GET', mine, { key: token })).json.cancel_reason).toBe('subscriber')
  })

  it('cannot use a token for another session or subscription', async () => {
    const { token } = await authorise(service, session)
    const other = await openSession(service)
    const theirs = await authorise(service, other)
    for (const path of [
      `/v1/client/checkout/sessions/${other}/prepare`,
      `/v1/client/subscriptions/${theirs.sub}/cancel`,
    ]) {
      const { status, json } = await post(path, token)
      expect([status, json.error.code]).toEqual([401, 'client_token_invalid'])
    }
  })

  it('has a token for 30 minutes, and until it signs out', async () => {
    const token = await signIn(service, session)
    service.clock.moveTo((NOW + 1800) * 1000)
    expect((await post(`${base}/prepare`, token)).json.error.code).toBe('client_token_expired')
    const fresh = await signIn(service, session)
    await post(`${base}/prepare`, fresh, { max_duration_seconds: 60 })
    const out = await post(`${base}/sign_out`, fresh)
    expect(out.json).toMatchObject({ customer: null, subscription: null, max_duration_seconds: null })
    expect((await post(`${base}/sign_out`, fresh)).json.error.code).toBe('client_token_invalid')
  })

  it.each([
    [{ wallet_address: '0x1', chain_id: 31_337 }, 'parameter_invalid', 'wallet_address'],
    [{ wallet_address: WALLET.replace('C', 'c'), chain_id: 31_337 }, 'parameter_invalid', 'wallet_address'],
    [{ wallet_address: WALLET }, 'parameter_missing', 'chain_id'],
    [{ wallet_address: WALLET, chain_id: 1 }, 'parameter_invalid', 'chain_id'],
  ])('is refused a challenge for %j', async (body, code, param) => {
    const { status, json } = await post(`${base}/sign_in/challenge`, null, body, PAGE)
    expect([status, json.error.code, json.error.param]).toEqual([400, code, param])
  })

  it.each(['null', 'file://', 'chrome-extension://abc'])(
    'is refused a challenge from origin %s',
    async origin => {
      const body = { wallet_address: WALLET, chain_id: 31_337 }
      const { status, json } = await post(`${base}/sign_in/challenge`, null, body, { Origin: origin })
      expect([status, json.error.code]).toEqual([400, 'sign_in_domain_mismatch'])
    },
  )

  it('is told when the mode has no chain', async () => {
    service.deps.chains.test = null
    const { status, json } = await service.request('GET', `${base}/chain`, { key: null })
    expect([status, json.error.type, json.error.code]).toEqual([503, 'api_error', 'chain_unavailable'])
  })

  it('never reads an e-mail address', async () => {
    const token = await signIn(service, session)
    const prepared = await post(`${base}/prepare`, token, { max_duration_seconds: 60 })
    const reread = await service.request('GET', base, { key: null })
    expect(prepared.text + reread.text).not.toContain('ada@example.com')
  })
})
