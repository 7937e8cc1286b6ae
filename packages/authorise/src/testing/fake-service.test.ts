import type { Address, Hex } from '@per-second/protocol/types'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Service } from '../service/fetch-service.ts'
import { createFetchService } from '../service/fetch-service.ts'
import { createHttp } from '../service/http.ts'
import { buildAuthorisation } from '../signing/build-authorisation.ts'
import { verifySignInText } from '../signing/verify-sign-in-text.ts'
import { FakeService } from './fake-service.ts'
import type { FakeServiceOptions } from './fake-session.ts'

const ORIGIN = 'http://localhost:5173'
const ACCOUNT = privateKeyToAccount(`0x${'42'.repeat(32)}`)
const STRANGER: Address = '0x5555555555555555555555555555555555555555'
const SECRET = '5e'.repeat(32)
const EMAIL = 'ada@example.com'

beforeEach(() => {
  vi.stubGlobal('location', { origin: ORIGIN })
  vi.useFakeTimers({ toFake: ['Date'], now: 1_790_000_000_000 })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function start(options: FakeServiceOptions = {}) {
  const fake = new FakeService(options)
  const service = createFetchService(
    createHttp({ baseUrl: 'https://b.test', pageUrl: ORIGIN, fetch: fake.fetch }),
  )
  return { fake, service, id: fake.session.id }
}

const claim = async (secret: string) => {
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], byte => Number.parseInt(byte, 16))
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

async function prepared(service: Service, id: string, maxDurationSeconds: number | null = 3_600) {
  return service.prepare(id, {
    wallet_address: ACCOUNT.address,
    claim: await claim(SECRET),
    max_duration_seconds: maxDurationSeconds,
  })
}

async function authorised(service: Service, id: string) {
  const { draft } = await prepared(service, id)
  return service.authorise(id, { draft, signature: '0xaa', secret: SECRET, email: EMAIL })
}

const refused = (code: string) => expect.objectContaining({ name: 'ServiceError', code })

test('its draft equals the element’s own terms, and claims nothing', async () => {
  for (const livemode of [false, true]) {
    const { fake, service, id } = start({ livemode })
    const { value: session, cap, clock } = await service.session(id)
    const [first, second] = [await prepared(service, id), await prepared(service, id)]
    const built = buildAuthorisation({
      stated: first,
      session,
      chain: await service.chain(id),
      payer: ACCOUNT.address,
      payee: null,
      maxDurationSeconds: 3_600,
      pins: { chainId: null, escrow: null, token: null, payee: null, maxFee: null },
      pageOrigin: ORIGIN,
      nowSeconds: fake.now(),
    })
    expect(built.depositBaseUnits).toBe(997_200n)
    expect([cap, clock?.frozen, first.sign_by - fake.now()]).toEqual([null, false, 900])
    expect(second.typed_data.message.nonce).not.toBe(first.typed_data.message.nonce)
    expect((await service.session(id)).value).toEqual(session)
    expect([fake.subscription, fake.openings]).toEqual([null, 0])
  }
})

test('one signature opens one meter, and returns its token', async () => {
  const { fake, service, id } = start()
  const { value } = await authorised(service, id)
  expect(value).toMatchObject({
    session: { status: 'complete', customer: 'cus_1', subscription: 'sub_1', max_duration_seconds: 3_600 },
    subscription: { id: 'sub_1', status: 'running' },
    customer: 'cus_1',
  })
  expect(fake.openings).toBe(1)
  expect((await service.session(id)).cap).toBe('subscriber')
  const meter = await service.subscription('sub_1', value.client_token)
  expect(meter.value).toEqual(value.subscription)
  await expect(service.subscription('sub_2', value.client_token)).rejects.toEqual(refused('resource_missing'))
  await expect(service.subscription('sub_1', 'ct_other')).rejects.toEqual(refused('client_token_invalid'))
})

test('the same draft, secret and signature get the same response, and any other is refused', async () => {
  const { fake, service, id } = start()
  fake.pendingAnswers = 1
  const other = await prepared(service, id)
  const { draft } = await prepared(service, id)
  const handedIn = { draft, signature: '0xaa' as Hex, secret: SECRET, email: EMAIL }
  const waiting = await service.authorise(id, handedIn)
  expect([waiting.value.session.status, waiting.value.subscription.status]).toEqual(['open', 'incomplete'])
  const done = await service.authorise(id, handedIn)
  expect(done.value.session.status).toBe('complete')
  expect(done.value.client_token).not.toBe(waiting.value.client_token)
  const refusals: [Partial<typeof handedIn>, string][] = [
    [{ secret: '5f'.repeat(32) }, 'draft_invalid'],
    [{ secret: 'short' }, 'draft_invalid'],
    [{ draft: 'made_up' }, 'draft_invalid'],
    [{ draft: other.draft }, 'session_already_claimed'],
    [{ signature: '0xbb' }, 'signature_invalid'],
  ]
  for (const [change, code] of refusals)
    await expect(service.authorise(id, { ...handedIn, ...change })).rejects.toEqual(refused(code))
  await expect(prepared(service, id)).rejects.toEqual(refused('checkout_session_not_open'))
  expect(fake.openings).toBe(1)
})

test('a draft is signed in time, or not at all', async () => {
  const { fake, service, id } = start()
  const { draft } = await prepared(service, id)
  fake.ahead = 900
  const handedIn = { draft, signature: '0xaa', secret: SECRET, email: EMAIL } as const
  await expect(service.authorise(id, handedIn)).rejects.toEqual(refused('signature_invalid'))
  fake.expire()
  await expect(service.authorise(id, handedIn)).rejects.toEqual(refused('checkout_session_expired'))
  await expect(prepared(service, id)).rejects.toEqual(refused('checkout_session_expired'))
})

test('a maximum that the merchant fixed', async () => {
  const { service, id } = start({ cap: 7_200 })
  expect(await service.session(id)).toMatchObject({ cap: 'merchant', value: { max_escrow_usd: '1.9944' } })
  expect((await prepared(service, id, null)).terms.max_seconds).toBe(7_200)
  expect((await prepared(service, id, 7_200)).terms.max_seconds).toBe(7_200)
  await expect(prepared(service, id, 3_600)).rejects.toEqual(refused('parameter_invalid'))
  const free = start()
  await expect(prepared(free.service, free.id, null)).rejects.toEqual(refused('parameter_missing'))
  await expect(prepared(free.service, free.id, 59)).rejects.toEqual(refused('parameter_out_of_range'))
})

test('another tab claims the session, and releases it', async () => {
  const { fake, service, id } = start()
  const { value: before } = await service.session(id)
  const { draft } = await prepared(service, id)
  const handedIn = { draft, signature: '0xaa', secret: SECRET, email: EMAIL } as const
  fake.openElsewhere()
  expect((await service.session(id)).value).toMatchObject({ status: 'open', subscription: 'sub_2' })
  await expect(service.authorise(id, handedIn)).rejects.toEqual(refused('session_already_claimed'))
  await expect(prepared(service, id)).rejects.toEqual(refused('checkout_session_not_open'))
  fake.lapse()
  expect((await service.session(id)).value).toEqual(before)
  expect((await service.authorise(id, handedIn)).value.session.status).toBe('complete')
  expect(fake.openings).toBe(1)
})

test('signing in is for a return with the wallet that authorised', async () => {
  const { fake, service, id } = start()
  const challenge = (wallet_address: Address) => service.challenge(id, { wallet_address, chain_id: 31_337 })
  await expect(challenge(ACCOUNT.address)).rejects.toEqual(refused('checkout_session_not_complete'))
  await prepared(service, id)
  fake.complete()
  await expect(challenge(STRANGER)).rejects.toEqual(refused('session_already_claimed'))
  const { message, nonce, expires_at: expiresAt } = await challenge(ACCOUNT.address)
  const page = { origin: ORIGIN, address: ACCOUNT.address, chainId: 31_337 }
  expect(verifySignInText({ ...page, message, nonce, expiresAt })).toBe(message)
  const { client_token: token, session } = await service.signIn(id, { message, signature: '0xaa' })
  expect(session.status).toBe('complete')
  expect((await service.subscription('sub_2', token)).value.status).toBe('running')
  fake.forgetPayer()
  expect((await challenge(STRANGER)).message).toContain(STRANGER)
})

test('a token lasts until a day after its meter', async () => {
  const { fake, service, id } = start()
  const first = (await authorised(service, id)).value.client_token
  const { message } = await service.challenge(id, { wallet_address: ACCOUNT.address, chain_id: 31_337 })
  const { client_token: second } = await service.signIn(id, { message, signature: '0xaa' })
  expect((await service.subscription('sub_1', first)).value.status).toBe('running')
  fake.ahead = 30 * 86_400
  expect((await service.act('sub_1', { token: second, action: 'cancel' })).value.status).toBe('canceled')
  fake.ahead += 86_399
  expect((await service.subscription('sub_1', second)).value.status).toBe('canceled')
  fake.ahead += 1
  await expect(service.subscription('sub_1', second)).rejects.toEqual(refused('client_token_expired'))
  const again = await service.challenge(id, { wallet_address: ACCOUNT.address, chain_id: 31_337 })
  const third = (await service.signIn(id, { message: again.message, signature: '0xaa' })).client_token
  expect((await service.subscription('sub_1', third)).value.status).toBe('canceled')
})

test('a meter has ten tokens at most, and all of them can be revoked', async () => {
  const { fake, service, id } = start()
  const { draft } = await prepared(service, id)
  const handedIn = { draft, signature: '0xaa', secret: SECRET, email: EMAIL } as const
  const tokens: string[] = []
  for (let time = 0; time < 11; time++)
    tokens.push((await service.authorise(id, handedIn)).value.client_token)
  const [oldest = '', second = ''] = tokens
  await expect(service.subscription('sub_1', oldest)).rejects.toEqual(refused('client_token_invalid'))
  expect((await service.subscription('sub_1', second)).value.id).toBe('sub_1')
  fake.revokeTokens()
  await expect(service.subscription('sub_1', second)).rejects.toEqual(refused('client_token_invalid'))
})

test('a meter is paused, resumed and stopped, each once', async () => {
  const { fake, service, id } = start()
  const token = (await authorised(service, id)).value.client_token
  const act = async (action: 'pause' | 'resume' | 'cancel') =>
    (await service.act('sub_1', { token, action })).value
  expect([(await act('pause')).status, (await act('pause')).status]).toEqual(['paused', 'paused'])
  expect([(await act('resume')).status, (await act('resume')).status]).toEqual(['running', 'running'])
  fake.use(1_200)
  const stopped = await act('cancel')
  expect(stopped).toMatchObject({
    status: 'canceled',
    cancel_reason: 'subscriber',
    billed_seconds: 1_200,
    settled_usd: '0.3324',
    refunded_usd: '0.6648',
  })
  expect(await act('cancel')).toEqual(stopped)
  await expect(act('pause')).rejects.toEqual(refused('subscription_invalid_state'))
  const strict = start({ allowPause: false })
  const other = (await authorised(strict.service, strict.id)).value.client_token
  await expect(strict.service.act('sub_1', { token: other, action: 'pause' })).rejects.toEqual(
    refused('pause_not_allowed'),
  )
})

test('it lies on command, in every response', async () => {
  const { fake, service, id } = start()
  const asked: string[] = []
  fake.lie = (answer, path) => {
    asked.push(path)
    if (path.endsWith('/prepare')) answer.deposit_wei = '1'
  }
  expect((await prepared(service, id)).deposit_wei).toBe('1')
  await service.chain(id)
  expect(asked).toEqual([`/checkout/sessions/${id}/prepare`, `/checkout/sessions/${id}/chain`])
})

test('calls are lost, refused and delayed', async () => {
  const { fake, service, id } = start()
  fake.fail({ path: '/prepare', lost: 'before' })
  fake.fail({ path: '/chain', status: 400, code: 'product_inactive' })
  expect((await prepared(service, id)).subscription_id).toBe('sub_1')
  await expect(service.chain(id)).rejects.toEqual(refused('product_inactive'))
  const release = fake.hold(id, 'answer')
  const asked = service.session(id)
  await expect.poll(() => fake.paths().at(-1)).toBe(`GET /checkout/sessions/${id}`)
  fake.expire()
  release()
  expect((await asked).value.status).toBe('open')
})
