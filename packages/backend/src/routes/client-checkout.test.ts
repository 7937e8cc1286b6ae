import type { ErrorCode } from '@per-second/protocol/errors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authorise, CLAIM, handIn, openSession, PAGE, prepare, signIn } from '../../test/client-scenario.ts'
import {
  type Answered,
  GENUINE,
  NOW,
  OPENING_HASH,
  startTestService,
  type TestService,
  WALLET,
} from '../../test/test-service.ts'
import { changeJobs } from '../actions/meter/change-meter.ts'
import type { Chain } from '../chain/chain.ts'
import { localPolicy } from '../domain/billing-policy.fixture.ts'
import type { CheckoutSession } from '../domain/entities.ts'

const DAY = 86_400
const DRAFT_INVALID = [400, 'draft_invalid', 'draft']
const SIGNATURE_INVALID = [400, 'signature_invalid', 'signature']
const OTHER_WALLET = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

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
const refusal = ({ status, json }: Answered) => [status, json.error?.code, json.error?.param]
const merchantSees = async () => (await service.request('GET', `/v1/checkout/sessions/${session}`)).json
const pageSees = () => service.request('GET', base, { key: null, headers: PAGE })
const count = async (path: string) => (await service.request('GET', path)).json.data.length
const readMeter = (sub: string, key: string) =>
  service.request('GET', `/v1/client/subscriptions/${sub}`, { key })
/** The chain finally refuses the opening, if one is pending. */
const failOpening = (sub: string, byPayer = false, code: ErrorCode = 'chain_unavailable') =>
  service.storage.unitOfWork(async tx => {
    const [job] = await tx.jobs.pendingOf([sub])
    if (job === undefined) throw new Error('nothing is under way')
    const operation = { tx, now: service.clock.now(), newId: service.deps.newId, policy: localPolicy }
    await changeJobs(operation, [job], ({ id: jobId }) => ({ type: 'openingFailed', jobId, code, byPayer }))
  })
const changePayout = () =>
  service.storage.unitOfWork(async tx => {
    const merchant = await tx.merchants.get(service.merchantId)
    if (merchant) await tx.merchants.update({ ...merchant, payoutAddress: OTHER_WALLET })
  })
const changeSession = (fields: Partial<CheckoutSession>) =>
  service.storage.unitOfWork(async tx => {
    const found = await tx.sessions.get(session)
    if (found) await tx.sessions.update({ ...found, ...fields })
  })
const theChain = () => service.deps.operators.test.current as Chain
/** Accepts a draft, and leaves its opening in flight. */
async function acceptOnly(draft: string): Promise<void> {
  const { waitFor } = service.worker
  service.deps.worker.waitFor = async () => false
  expect(refusal(await handIn(service, session, draft))).toEqual([503, 'chain_unavailable', undefined])
  service.deps.worker.waitFor = waitFor
}

describe('a page with a session id', () => {
  it('reads the session as its merchant does, and the chain of its mode', async () => {
    expect((await pageSees()).json).toEqual(await merchantSees())
    const chain = await service.request('GET', `${base}/chain`, { key: null })
    expect(chain.json).toEqual({ ...service.deps.operators.test.current?.facts, min_deposit_usd: '0' })
    service.deps.policy = { ...service.deps.policy, minDeposit: 1_500_000n }
    expect((await service.request('GET', `${base}/chain`, { key: null })).json.min_deposit_usd).toBe('1.5')
  })

  it('is told who fixed the cap, whenever there is one', async () => {
    const capBy = async () => (await pageSees()).headers.get('Billing-Cap')
    expect(await capBy()).toBeNull()
    await authorise(service, session)
    expect(await capBy()).toBe('subscriber')
    session = await openSession(service, {}, { max_duration_seconds: 600 })
    base = `/v1/client/checkout/sessions/${session}`
    const { headers } = await pageSees()
    expect(headers.get('Billing-Cap')).toBe('merchant')
    expect(headers.get('Access-Control-Expose-Headers')).toContain('Billing-Cap')
    const { json } = await prepare(service, session, { max_duration_seconds: undefined })
    await handIn(service, session, json.draft)
    expect(await capBy()).toBe('merchant')
  })

  it('is told when the mode has no chain', async () => {
    service.deps.operators.test = { current: null, retiring: [] }
    const { status, json } = await service.request('GET', `${base}/chain`, { key: null })
    expect([status, json.error.type, json.error.code]).toEqual([503, 'api_error', 'chain_unavailable'])
  })

  // docs/money.md, rule 48
  it('never reads an e-mail address', async () => {
    const { answer, token, sub } = await authorise(service, session)
    const reread = await pageSees()
    const meter = await readMeter(sub, token)
    expect(answer.text + reread.text + meter.text).not.toContain('ada@example.com')
  })
})

describe('a draft', () => {
  // docs/money.md, rule 41
  it('returns exactly the data to sign, and leaves no trace', async () => {
    const before = await merchantSees()
    const { status, json } = await prepare(service, session)
    expect([status, json]).toEqual([
      200,
      {
        object: 'authorisation',
        session: before,
        subscription_id: expect.stringMatching(/^sub_/),
        draft: expect.stringMatching(/^[\w-]+$/),
        terms: expect.objectContaining({ payer: WALLET, max_seconds: 3600, open_by: NOW + 900 }),
        typed_data: expect.objectContaining({ primaryType: 'ReceiveWithAuthorization' }),
        deposit_wei: '997200',
        sign_by: NOW + 900,
      },
    ])
    expect(json.typed_data.message).toMatchObject({ from: WALLET, value: '997200', validAfter: '0' })
    expect(await merchantSees()).toEqual(before)
    for (const path of ['/v1/customers', '/v1/subscriptions', '/v1/events?type=subscription.prepared'])
      expect([path, await count(path)]).toEqual([path, 0])
    expect((await service.request('GET', `/v1/subscriptions/${json.subscription_id}`)).status).toBe(404)
  })

  it.each([
    ['key', 900],
    ['delegated', 900],
    ['contract', 1800],
  ] as const)('asks a %s to sign within %i seconds, never beyond the session', async (kind, seconds) => {
    theChain().accountKind = async () => kind
    expect((await prepare(service, session)).json.sign_by).toBe(NOW + seconds)
    service.clock.moveTo((NOW + DAY - 100) * 1000)
    expect((await prepare(service, session)).json.sign_by).toBe(NOW + DAY)
    service.clock.moveTo((NOW + DAY) * 1000)
    expect(refusal(await prepare(service, session))[1]).toBe('checkout_session_expired')
  })

  // docs/money.md, rule 34
  it('wants a cap unless the merchant fixed one', async () => {
    const missing = await prepare(service, session, { max_duration_seconds: undefined })
    expect(refusal(missing)).toEqual([400, 'parameter_missing', 'max_duration_seconds'])
    expect(missing.json.error.message).toMatch(
      /^"max_duration_seconds" is required: this session does not fix the maximum duration\./,
    )
    session = await openSession(service, {}, { max_duration_seconds: 600 })
    for (const asked of [undefined, null, 600]) {
      const { json } = await prepare(service, session, { max_duration_seconds: asked })
      expect(json.terms.max_seconds).toBe(600)
    }
    const other = await prepare(service, session, { max_duration_seconds: 601 })
    expect(refusal(other)).toEqual([400, 'parameter_invalid', 'max_duration_seconds'])
    expect(other.json.error.message).toMatch(
      /^The merchant fixed the maximum duration at \d+ seconds\. Send that value, or omit "max_duration_seconds"\./,
    )
  })

  it.each([
    [{ wallet_address: '0x1' }, 'parameter_invalid', 'wallet_address'],
    [{ wallet_address: `0x${'0'.repeat(40)}` }, 'parameter_invalid', 'wallet_address'],
    [{ wallet_address: WALLET.replace('C', 'c') }, 'parameter_invalid', 'wallet_address'],
    [{ claim: CLAIM.toUpperCase() }, 'parameter_invalid', 'claim'],
    [{ claim: `0x${CLAIM}` }, 'parameter_invalid', 'claim'],
    [{ claim: undefined }, 'parameter_missing', 'claim'],
  ])('is refused for %j', async (body, code, param) => {
    expect(refusal(await prepare(service, session, body))).toEqual([400, code, param])
  })

  // docs/money.md, rule 65
  it('is neither made nor accepted for a product that is not offered any more', async () => {
    const { json } = await prepare(service, session)
    const { product } = await merchantSees()
    await service.request('POST', `/v1/products/${product.id}`, { body: { active: false } })
    expect(refusal(await prepare(service, session))[1]).toBe('product_inactive')
    expect(refusal(await handIn(service, session, json.draft))[1]).toBe('product_inactive')
    await service.request('POST', `/v1/products/${product.id}`, { body: { active: true } })
    expect((await handIn(service, session, json.draft)).status).toBe(200)
  })
})

describe('handing a signed draft in', () => {
  // docs/money.md, rule 41
  it('makes customer, subscription and meter, and signs in', async () => {
    const { json: prepared } = await prepare(service, session)
    const { status, json } = await handIn(service, session, prepared.draft)
    const complete = await merchantSees()
    const meter = (await service.request('GET', `/v1/subscriptions/${prepared.subscription_id}`)).json
    expect([status, json]).toEqual([
      200,
      {
        object: 'authorisation',
        session: complete,
        subscription: meter,
        customer: complete.customer,
        tx_hash: OPENING_HASH,
        client_token: expect.stringMatching(/^ct_[0-9a-z]{52}$/),
        // The terms end 30 days after the longest use there could be, and the token a day later.
        expires_at: NOW + 900 + 3600 + 30 * DAY + DAY,
      },
    ])
    expect(complete).toMatchObject({
      status: 'complete',
      customer: expect.stringMatching(/^cus_/),
      subscription: prepared.subscription_id,
      max_duration_seconds: 3600,
      max_escrow_usd: '0.9972',
    })
    expect(meter).toMatchObject({ status: 'running', started_at: NOW, max_duration_seconds: 3600 })
    expect((await service.request('GET', `/v1/customers/${json.customer}`)).json).toMatchObject({
      email: 'ada@example.com',
      wallet_address: WALLET,
    })
    const { json: events } = await service.request('GET', '/v1/events?limit=100')
    expect(events.data.map(({ type }: { type: string }) => type).toReversed()).toEqual([
      'product.created',
      'customer.created',
      'subscription.prepared',
      'subscription.started',
      'checkout.session.completed',
    ])
  })

  it('makes the newest subscription, however long ago its id was reserved', async () => {
    const early = (await prepare(service, session)).json
    const quick = await authorise(service, await openSession(service), OTHER_WALLET)
    service.clock.moveTo((NOW + 60) * 1000)
    await handIn(service, session, early.draft)
    const idsOf = async (query: string) =>
      (await service.request('GET', `/v1/subscriptions?${query}`)).json.data.map(
        ({ id }: { id: string }) => id,
      )
    expect(await idsOf('limit=10')).toEqual([early.subscription_id, quick.sub])
    expect(await idsOf(`ending_before=${quick.sub}`)).toEqual([early.subscription_id])
    expect(await idsOf(`starting_after=${early.subscription_id}`)).toEqual([quick.sub])
    expect(await idsOf(`starting_after=${quick.sub}`)).toEqual([])
  })

  it('again answers the same with a token of its own, asks no wallet, and never changes the e-mail', async () => {
    const { draft, answer } = await authorise(service, session)
    const chain = theChain()
    const asked: string[] = []
    chain.simulate = async () => {
      asked.push('simulate')
      return 'reverted'
    }
    chain.isSignedByKey = async () => {
      asked.push('key')
      return false
    }
    const again = await handIn(service, session, draft, { email: 'eve@example.com', signature: '0x600D' })
    const { client_token: first, ...told } = answer.json
    const { client_token: second, ...retold } = again.json
    expect(retold).toEqual(told)
    expect(second).not.toBe(first)
    for (const token of [first, second])
      expect((await readMeter(told.subscription.id, token)).status).toBe(200)
    expect(asked).toEqual([])
    expect((await service.request('GET', `/v1/customers/${told.customer}`)).json.email).toBe(
      'ada@example.com',
    )
    expect(await count('/v1/events?type=checkout.session.completed')).toBe(1)
  })

  // docs/money.md, rule 42
  it('is worth nothing without the secret, and nothing for another session', async () => {
    const { json } = await prepare(service, session)
    const stolen = { secret: '00'.repeat(32) }
    for (const _ of ['before', 'after']) {
      expect(refusal(await handIn(service, session, json.draft, stolen))).toEqual(DRAFT_INVALID)
      expect(refusal(await handIn(service, session, `${json.draft}x`))[1]).toBe('draft_invalid')
      const other = await openSession(service)
      expect(refusal(await handIn(service, other, json.draft))[1]).toBe('draft_invalid')
      expect((await handIn(service, session, json.draft)).status).toBe(200)
    }
  })

  it('asks draft, secret, e-mail, signature and session in this order', async () => {
    const { json } = await prepare(service, session)
    const { draft } = json
    const wrong = { secret: '00'.repeat(32), signature: '0xbad0' }
    expect(refusal(await handIn(service, session, draft, { ...wrong, email: 'ada' }))[2]).toBe('email')
    expect(refusal(await handIn(service, session, draft, wrong))[1]).toBe('draft_invalid')
    const bad = { signature: '0xbad0' }
    service.clock.moveTo((NOW + DAY) * 1000)
    expect(refusal(await handIn(service, session, draft, bad))).toEqual(SIGNATURE_INVALID)
    expect(refusal(await handIn(service, session, draft))[1]).toBe('checkout_session_expired')
  })

  it('asks no chain about a draft that is refused anyway, and takes one whose meter the escrow has', async () => {
    const asked: string[] = []
    theChain().simulate = async () => {
      asked.push('simulate')
      return 'already_open'
    }
    const { json: late } = await prepare(service, session)
    service.clock.moveTo((NOW + 900) * 1000)
    expect(refusal(await handIn(service, session, late.draft))[1]).toBe('signature_invalid')
    expect(asked).toEqual([])
    const { json } = await prepare(service, session)
    expect((await handIn(service, session, json.draft)).json.session.status).toBe('complete')
    expect(asked).toEqual(['simulate'])
  })

  // docs/money.md, rule 44
  it('detects a key’s wrong signature without a call to the chain, which only a contract needs', async () => {
    const chain = theChain()
    const asked: string[] = []
    chain.simulate = async () => {
      asked.push('simulate')
      return 'signature_invalid'
    }
    for (const [kind, expected] of [
      ['key', []],
      ['delegated', ['simulate']],
      ['contract', ['simulate']],
    ] as const) {
      chain.accountKind = async () => kind
      const { json } = await prepare(service, session)
      const refused = await handIn(service, session, json.draft, { signature: '0xbad0' })
      expect([kind, refusal(refused)[1], asked.splice(0)]).toEqual([kind, 'signature_invalid', expected])
    }
    expect(await count('/v1/customers')).toBe(0)
  })

  // docs/money.md, rule 44
  it('takes three signatures that are not the payer’s, and then no other under the same draft', async () => {
    const chain = theChain()
    const { simulate } = chain
    const asked: unknown[] = []
    Object.assign(chain, {
      accountKind: async () => 'contract',
      simulate: (call: Parameters<typeof simulate>[0]) => {
        asked.push(call)
        return simulate(call)
      },
    })
    const [spent, other] = [await prepare(service, session), await prepare(service, session)]
    for (const signature of ['0x01', '0x02', '0x02'])
      expect(refusal(await handIn(service, session, spent.json.draft, { signature }))).toEqual(
        SIGNATURE_INVALID,
      )
    expect(asked.length).toBe(3)
    for (const signature of ['0x03', GENUINE])
      expect(refusal(await handIn(service, session, spent.json.draft, { signature }))).toEqual(DRAFT_INVALID)
    expect(asked.length).toBe(3)
    expect((await handIn(service, session, other.json.draft)).status).toBe(200)
  })

  it.each([
    ['a payout address that the merchant has changed', changePayout],
    [
      'a fee that the operator has changed',
      async () => void Object.assign(theChain().facts, { fee_bps: 200 }),
    ],
    [
      'a fee recipient that the operator has changed',
      async () => void Object.assign(theChain().facts, { fee_recipient: OTHER_WALLET }),
    ],
    ['a rate that the session does not have', () => changeSession({ rateUsd: '0.000278' })],
    [
      'a maximum that the merchant has not fixed',
      () => changeSession({ capFixed: true, maxDurationSeconds: 60 }),
    ],
    [
      'a deposit below what the operator asks for since',
      async () => {
        service.deps.policy = { ...service.deps.policy, minDeposit: 997_201n }
      },
    ],
  ])('is refused under terms with %s', async (_, change) => {
    const { json } = await prepare(service, session)
    await change()
    expect(refusal(await handIn(service, session, json.draft))).toEqual(DRAFT_INVALID)
    expect(await count('/v1/subscriptions')).toBe(0)
  })

  it('makes one meter of two drafts at once, and tells the other that the session is taken', async () => {
    for (const wallets of [
      [WALLET, WALLET],
      [WALLET, OTHER_WALLET],
    ]) {
      session = await openSession(service)
      const drafts = await Promise.all(
        wallets.map(wallet => prepare(service, session, { wallet_address: wallet })),
      )
      const answers = await Promise.all(drafts.map(({ json }) => handIn(service, session, json.draft)))
      expect(answers.map(answer => refusal(answer)[1] ?? 'ok').toSorted()).toEqual([
        'ok',
        'session_already_claimed',
      ])
      expect((await merchantSees()).subscription).toBe(
        answers.find(({ status }) => status === 200)?.json.subscription.id,
      )
    }
    expect(await count('/v1/subscriptions')).toBe(2)
  })

  it('opens one meter when it is handed in twice at once, and is not refused for that one', async () => {
    service.deps.policy = { ...localPolicy, maxOpenMeters: 1 }
    const { json } = await prepare(service, session)
    const chain = theChain()
    const { isSignedByKey } = chain
    const answers: Answered[] = []
    // The other one is accepted after this one has read the session.
    chain.isSignedByKey = async opening => {
      chain.isSignedByKey = isSignedByKey
      answers.push(await handIn(service, session, json.draft))
      // The deposit has left the wallet.
      chain.simulate = async () => 'insufficient_funds'
      return isSignedByKey(opening)
    }
    answers.push(await handIn(service, session, json.draft))
    expect(answers.map(answer => [answer.status, answer.json.subscription?.id])).toEqual([
      [200, json.subscription_id],
      [200, json.subscription_id],
    ])
  })

  it('is bound to the signature that was accepted', async () => {
    const { draft } = await authorise(service, session)
    expect(refusal(await handIn(service, session, draft, { signature: '0x600d00' }))).toEqual(
      SIGNATURE_INVALID,
    )
  })

  // docs/money.md, rule 48
  it('keeps one customer for a wallet, with the last accepted email', async () => {
    const first = await authorise(service, session)
    session = await openSession(service)
    const { json } = await prepare(service, session)
    const refused = { signature: '0xbad0', email: 'eve@example.com' }
    await handIn(service, session, json.draft, refused)
    const customer = () => service.request('GET', `/v1/customers/${first.answer.json.customer}`)
    expect((await customer()).json.email).toBe('ada@example.com')
    const second = await handIn(service, session, json.draft, { email: 'last@example.com' })
    expect(second.json.customer).toBe(first.answer.json.customer)
    expect((await customer()).json.email).toBe('last@example.com')
    expect(await count('/v1/events?type=customer.created')).toBe(1)
  })

  // docs/money.md, rule 65
  it('keeps the signed payout address, and the next meter has the new one', async () => {
    const { sub } = await authorise(service, session)
    const termsOf = async (id: string) =>
      (await service.storage.read(tx => tx.subscriptions.get(id)))?.terms.merchant
    const before = await termsOf(sub)
    await changePayout()
    service.clock.moveTo((NOW + 60) * 1000)
    await post(`/v1/subscriptions/${sub}/cancel`, service.testKey)
    const next = await authorise(service, await openSession(service))
    expect([await termsOf(sub), await termsOf(next.sub)]).toEqual([before, OTHER_WALLET])
    expect(before).not.toBe(OTHER_WALLET)
  })
})

describe('an opening in flight', () => {
  it('takes the session until its fate is known: no draft, no expiry, no other signature', async () => {
    const { json } = await prepare(service, session)
    const { json: other } = await prepare(service, session, { max_duration_seconds: 60 })
    await acceptOnly(json.draft)
    expect(await merchantSees()).toMatchObject({
      status: 'open',
      customer: expect.stringMatching(/^cus_/),
      subscription: json.subscription_id,
      max_duration_seconds: 3600,
    })
    expect((await pageSees()).headers.get('Billing-Cap')).toBe('subscriber')
    expect(refusal(await prepare(service, session))[1]).toBe('checkout_session_not_open')
    expect(refusal(await handIn(service, session, other.draft))[1]).toBe('session_already_claimed')
    const wallet = { wallet_address: WALLET, chain_id: 31_337 }
    const challenge = await post(`${base}/sign_in/challenge`, null, wallet, PAGE)
    expect(refusal(challenge)[1]).toBe('checkout_session_not_complete')
    const expire = () => service.request('POST', `/v1/checkout/sessions/${session}/expire`)
    expect(refusal(await expire())[1]).toBe('checkout_session_not_open')
    service.clock.moveTo((NOW + 2 * DAY) * 1000)
    expect((await merchantSees()).status).toBe('open')
    const repeat = await handIn(service, session, json.draft)
    expect([repeat.status, repeat.json.session.status]).toEqual([200, 'complete'])
  })

  it('that fails gives the session back, ends its tokens, and leaves the draft good', async () => {
    const before = await merchantSees()
    const { json } = await prepare(service, session)
    const sub = json.subscription_id
    await acceptOnly(json.draft)
    // The transaction is out, and the answer came before its block.
    await service.storage.unitOfWork(async tx => {
      const subscription = await tx.subscriptions.get(sub)
      if (subscription) await tx.subscriptions.update({ ...subscription, openingTxHash: OPENING_HASH })
    })
    service.deps.worker.waitFor = async () => false
    const { json: waiting } = await handIn(service, session, json.draft)
    expect([waiting.session.status, waiting.subscription.status]).toEqual(['open', 'incomplete'])
    expect((await readMeter(sub, waiting.client_token)).status).toBe(200)

    await failOpening(sub)
    expect(await merchantSees()).toEqual(before)
    expect((await pageSees()).headers.get('Billing-Cap')).toBeNull()
    const failed = (await service.request('GET', `/v1/subscriptions/${sub}`)).json
    expect(failed.status).toBe('incomplete_expired')
    expect(refusal(await readMeter(sub, waiting.client_token))[1]).toBe('client_token_invalid')

    await acceptOnly(json.draft)
    expect((await merchantSees()).subscription).toBe(sub)
    expect(refusal(await readMeter(sub, waiting.client_token))[1]).toBe('client_token_invalid')
  })

  it.each([
    ['insufficient_funds', 400, undefined, 'Add AUSD'],
    ['payer_frozen', 400, undefined, 'another wallet'],
    ['signature_invalid', 400, 'signature', 'Prepare again and sign the new terms'],
    ['chain_unavailable', 503, undefined, 'Repeat the call'],
  ] as const)('that fails with %s names the cure', async (code, status, param, text) => {
    const { json } = await prepare(service, session)
    service.deps.worker.waitFor = async () => {
      await failOpening(json.subscription_id, true, code)
      return true
    }
    const refused = await handIn(service, session, json.draft)
    expect(refusal(refused)).toEqual([status, code, param])
    expect(refused.json.error.message).toContain(text)
  })

  // docs/money.md, rule 35
  it('that reverts three times is enough of its payer for a day, in every session', async () => {
    for (const times of [2, 1]) {
      session = await openSession(service)
      const { json } = await prepare(service, session)
      for (let time = 0; time < times; time += 1) {
        await acceptOnly(json.draft)
        await failOpening(json.subscription_id, true)
      }
    }
    session = await openSession(service)
    expect(refusal(await prepare(service, session))).toEqual([400, 'subscription_invalid_state', undefined])
    const { json: other } = await prepare(service, session, { wallet_address: OTHER_WALLET })
    expect((await handIn(service, session, other.draft)).status).toBe(200)
    service.clock.moveTo((NOW + DAY) * 1000)
    session = await openSession(service)
    expect((await prepare(service, session)).status).toBe(200)
  })

  it('is one of three of its payer at most, so that no balance is promised to hundreds at once', async () => {
    const begun: { session: string; draft: string }[] = []
    for (const _ of [1, 2, 3, 4]) {
      session = await openSession(service)
      begun.push({ session, draft: (await prepare(service, session)).json.draft })
    }
    for (const { session: of, draft } of begun.slice(0, 3)) {
      session = of
      await acceptOnly(draft)
    }
    const [first, , , one] = begun
    if (!first || !one) throw new Error('there are four')
    const refused = await handIn(service, one.session, one.draft)
    expect(refused.headers.get('Retry-After')).toBe('5')
    expect(refused.json.error).toMatchObject({
      code: 'chain_unavailable',
      message: expect.stringContaining('three pending or failed authorisations'),
    })
    expect(await count('/v1/subscriptions?limit=100')).toBe(3)
    expect(refusal(await prepare(service, one.session))[1]).toBe('chain_unavailable')
    expect((await prepare(service, one.session, { wallet_address: OTHER_WALLET })).status).toBe(200)
    expect((await handIn(service, first.session, first.draft)).json.session.status).toBe('complete')
    expect((await handIn(service, one.session, one.draft)).status).toBe(200)
  })

  it('of a frozen wallet is refused before anything is signed', async () => {
    const chain = theChain()
    chain.isFrozen = async () => true
    const refused = await prepare(service, session)
    expect(refusal(refused)).toEqual([400, 'payer_frozen', undefined])
    expect(refused.json.error.message).toContain('Pay with another wallet')
  })

  // docs/money.md, rule 48
  it('makes at most ten customers in a session, however many fail', async () => {
    const wallet = (index: number) => `0x${(index + 1).toString(16).padStart(40, '0')}`
    // The first one tries again.
    for (const index of [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      const { json } = await prepare(service, session, { wallet_address: wallet(index) })
      await acceptOnly(json.draft)
      await failOpening(json.subscription_id)
    }
    const { json } = await prepare(service, session, { wallet_address: wallet(10) })
    expect(refusal(await handIn(service, session, json.draft))[1]).toBe('session_already_claimed')
    const { json: known } = await prepare(service, session, { wallet_address: wallet(3) })
    expect((await handIn(service, session, known.draft)).status).toBe(200)
    expect(await count('/v1/customers?limit=100')).toBe(10)
  })
})

// docs/money.md, rule 49
describe('a client token', () => {
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
    expect((await readMeter(sub, token)).json.cancel_reason).toBe('subscriber')
  })

  it('is good for no other session or subscription, the same wallet’s included', async () => {
    const { token } = await authorise(service, session)
    const other = await openSession(service)
    const theirs = await authorise(service, other)
    for (const path of [
      `/v1/client/checkout/sessions/${other}/sign_out`,
      `/v1/client/subscriptions/${theirs.sub}/cancel`,
    ]) {
      const { status, json } = await post(path, token)
      expect([status, json.error.code]).toEqual([401, 'client_token_invalid'])
    }
    expect(refusal(await service.request('GET', '/v1/subscriptions', { key: token }))[1]).toBe(
      'api_key_invalid',
    )
  })

  it('outlasts any running meter on a clock that leaps, and its end by 24 hours', async () => {
    session = await openSession(service)
    const { json: prepared } = await prepare(service, session, { max_duration_seconds: 2_592_000 })
    const { json } = await handIn(service, session, prepared.draft)
    const { client_token: token } = json
    const sub = prepared.subscription_id
    service.clock.moveTo((NOW + 30 * DAY - 1) * 1000)
    expect((await readMeter(sub, token)).json.status).toBe('running')
    await post(`/v1/client/subscriptions/${sub}/cancel`, token, {})
    service.clock.moveTo((NOW + 31 * DAY - 1) * 1000 - 1)
    expect((await readMeter(sub, token)).json.status).toBe('canceled')
    service.clock.moveTo((NOW + 31 * DAY - 1) * 1000)
    expect(refusal(await readMeter(sub, token))).toEqual([401, 'client_token_expired', undefined])

    // A subscriber who comes back later signs in, or shows the earlier signature: a day for each.
    const { json: again } = await handIn(service, session, prepared.draft)
    expect(again.expires_at).toBe(NOW + 32 * DAY - 1)
    for (const late of [again.client_token, await signIn(service, session)])
      expect((await readMeter(sub, late)).status).toBe(200)
  })

  it('is one of ten: the oldest go, also while the clock stands', async () => {
    const { token, sub, draft } = await authorise(service, session)
    const tokens = [token]
    for (let index = 1; index < 12; index += 1) {
      const next =
        index % 2 === 0
          ? await signIn(service, session)
          : (await handIn(service, session, draft)).json.client_token
      tokens.push(next)
    }
    const statuses = await Promise.all(tokens.map(async each => (await readMeter(sub, each)).status))
    expect(statuses).toEqual([401, 401, ...Array(10).fill(200)])
  })

  it('ends by sign out, alone, and changes nothing else', async () => {
    const { token, sub, draft } = await authorise(service, session)
    const other = (await handIn(service, session, draft)).json.client_token
    const before = await merchantSees()
    const out = await post(`${base}/sign_out`, token)
    expect([out.status, out.json]).toEqual([200, { object: 'sign_out' }])
    expect(refusal(await post(`${base}/sign_out`, token))[1]).toBe('client_token_invalid')
    expect(refusal(await readMeter(sub, token))[1]).toBe('client_token_invalid')
    expect((await readMeter(sub, other)).status).toBe(200)
    expect(await merchantSees()).toEqual(before)
  })
})
