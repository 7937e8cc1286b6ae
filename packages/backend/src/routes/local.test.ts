import { liveEscrowAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { AUSD_ADDRESS, TEST_AUSD_ADDRESS } from '@per-second/protocol/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_TOKEN, NOW, startTestService, type TestService, WALLET } from '../../test/test-service.ts'

const NOBODY = `0x${'0'.repeat(40)}`

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const local = (path: string, body?: unknown) =>
  service.request('POST', `/_local/${path}`, { key: ADMIN_TOKEN, ...(body !== undefined && { body }) })

/** What the faucet gives from now on: an amount of AUSD with its receiver, or the receiver of a coin. */
function watchFaucet(): unknown[] {
  const given: unknown[] = []
  service.deps.local = {
    mint: async (to, amount) => {
      given.push([to, amount])
      return '0xabcd'
    },
    giveCoin: async to => void given.push(to),
  }
  return given
}

describe('fresh merchants', () => {
  it('come with a key of each mode that works at once, and see nothing of each other', async () => {
    const { json } = await local('merchants', {
      name: 'Lab',
      accent: '#0a7',
      payout_address: WALLET.toLowerCase(),
    })
    expect(json).toEqual({
      id: expect.stringMatching(/^mer_/),
      name: 'Lab',
      payout_address: WALLET,
      test_key: expect.stringMatching(/^sk_test_[0-9a-z]{32}$/),
      live_key: expect.stringMatching(/^sk_live_[0-9a-z]{32}$/),
    })
    const body = { name: 'a', rate_usd_per_second: '1' }
    expect((await service.request('POST', '/v1/products', { key: json.live_key, body })).json.livemode).toBe(
      true,
    )
    expect((await service.request('GET', '/v1/products', { key: json.test_key })).json.data).toEqual([])
    expect((await local('merchants')).json.payout_address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  })

  it.each(['green', '#0a7d5', '#0a7d5a;', ' #0a7'])(
    'have no accent %j, which the element cannot read',
    async accent => {
      const { status, json } = await local('merchants', { accent })
      expect([status, json.error]).toEqual([
        400,
        {
          type: 'invalid_request_error',
          code: 'parameter_invalid',
          param: 'accent',
          message: '"accent" must be a colour like #0a7d5a. See /docs/errors#parameter_invalid',
        },
      ])
    },
  )

  it.each([
    [NOBODY, 'This is the zero address'],
    [testEscrowAddress, 'This is the address of an escrow or of the token'],
    [liveEscrowAddress.toLowerCase(), 'This is the address of an escrow or of the token'],
    [TEST_AUSD_ADDRESS, 'This is the address of an escrow or of the token'],
    [AUSD_ADDRESS, 'This is the address of an escrow or of the token'],
  ])('are not paid at %s, with which the escrow opens no meter', async (payout_address, message) => {
    const { status, json } = await local('merchants', { payout_address })
    expect([status, json.error.code, json.error.param]).toEqual([400, 'parameter_invalid', 'payout_address'])
    expect(json.error.message).toContain(message)
  })
})

describe('the faucet', () => {
  it('mints whole AUSD from a decimal string', async () => {
    const given = watchFaucet()
    const { json } = await local('faucet', { wallet_address: WALLET, amount: '12.5' })
    expect([json, given]).toEqual([{ tx_hash: '0xabcd' }, [[WALLET, 12_500_000n]]])
    for (const amount of [5, '0.0000001', '-1', '1e3']) {
      const refused = await local('faucet', { wallet_address: WALLET, amount })
      expect(refused.json.error).toMatchObject({ code: 'parameter_invalid', param: 'amount' })
    }
  })

  it('gives the largest deposit of a meter, no more than the token can count, and nothing to the zero address', async () => {
    const given = watchFaucet()
    const most = '1000000000000000000000000'
    expect((await local('faucet', { wallet_address: WALLET, amount: most })).status).toBe(200)
    const more = await local('faucet', { wallet_address: WALLET, amount: `${most}.000001` })
    expect([more.status, more.json.error]).toEqual([
      400,
      {
        type: 'invalid_request_error',
        code: 'parameter_out_of_range',
        param: 'amount',
        message: `"amount" must be at most ${most}. See /docs/errors#parameter_out_of_range`,
      },
    ])
    const nobody = await local('faucet', { wallet_address: NOBODY, amount: '1' })
    expect([nobody.status, nobody.json.error.code, nobody.json.error.param]).toEqual([
      400,
      'parameter_invalid',
      'wallet_address',
    ])
    const largestDeposit = await local('faucet', {
      wallet_address: WALLET,
      amount: '79228162514264337593543.950335',
    })
    expect(largestDeposit.status).toBe(200)
    expect(given).toEqual([
      [WALLET, 10n ** 30n],
      [WALLET, 2n ** 96n - 1n],
    ])
  })

  it('gives no coin for gas unless it is asked to', async () => {
    const given = watchFaucet()
    const minted = [WALLET, 1_000_000n]
    await local('faucet', { wallet_address: WALLET, amount: '1' })
    await local('faucet', { wallet_address: WALLET, amount: '1', native: false })
    expect(given).toEqual([minted, minted])
    const { json } = await local('faucet', { wallet_address: WALLET, amount: '1', native: true })
    expect([json, given]).toEqual([{ tx_hash: '0xabcd' }, [minted, minted, WALLET, minted]])
    const refused = await local('faucet', { wallet_address: WALLET, amount: '1', native: 'yes' })
    expect(refused.json.error).toMatchObject({ code: 'parameter_invalid', param: 'native' })
  })
})

describe('the test wallet', () => {
  it('is given 100 AUSD without a token, no other amount, and no coin for gas', async () => {
    const given = watchFaucet()
    const fund = (body: object) => service.request('POST', '/_local/test_wallet/fund', { key: null, body })
    const { json, headers } = await fund({ wallet_address: WALLET })
    expect([json, given]).toEqual([{ tx_hash: '0xabcd' }, [[WALLET, 100_000_000n]]])
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    for (const param of ['amount', 'native']) {
      const { error } = (await fund({ wallet_address: WALLET, [param]: '1' })).json
      expect(error).toMatchObject({ code: 'parameter_unknown', param })
    }
    expect(given).toHaveLength(1)
  })
})

describe('a repeated Idempotency-Key', () => {
  it('mints once, however many ask at once', async () => {
    const given = watchFaucet()
    const ask = () =>
      service.request('POST', '/_local/faucet', {
        key: ADMIN_TOKEN,
        body: { wallet_address: WALLET, amount: '1' },
        headers: { 'Idempotency-Key': 'k' },
      })
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200])
    expect(given).toHaveLength(1)
  })

  it('mints once when it is cut off after the transaction was committed, and the repeat tells its hash', async () => {
    const own = await startTestService()
    let mints = 0
    own.deps.local = {
      mint: async (_to, _amount, alongside) => {
        mints += 1
        await own.storage.unitOfWork(async tx => alongside?.(tx, '0xabcd'))
        throw new Error('killed before it could answer')
      },
      giveCoin: async () => {},
    }
    const ask = (amount: string) =>
      own.request('POST', '/_local/faucet', {
        key: ADMIN_TOKEN,
        body: { wallet_address: WALLET, amount },
        headers: { 'Idempotency-Key': 'k' },
      })
    expect((await ask('1')).json).toEqual({ tx_hash: '0xabcd' })
    expect((await ask('1')).headers.get('Idempotent-Replayed')).toBe('true')
    expect((await ask('2')).json.error.code).toBe('idempotency_key_reused')
    expect(mints).toBe(1)
    await own.close()
  })
})

describe('the clock', () => {
  it('stands, goes on and is advanced', async () => {
    const path = '/v1/test_helpers/clock'
    const clock = { object: 'test_clock', now: NOW, frozen: true, offset_seconds: 0 }
    expect((await service.request('GET', path)).json).toEqual(clock)
    const advanced = await service.request('POST', `${path}/advance`, { body: { seconds: 3600 } })
    expect(advanced.json).toEqual({ ...clock, now: NOW + 3600, offset_seconds: 3600 })
    expect((await service.request('POST', path, { body: { frozen: false } })).json.frozen).toBe(false)
    for (const seconds of [0, -1, 1.5, '1']) {
      const { status, json } = await service.request('POST', `${path}/advance`, { body: { seconds } })
      expect([status, json.error.param]).toEqual([400, 'seconds'])
    }
  })
})

describe('advancing the clock', () => {
  // docs/money.md, rule 15
  it('has the service to itself: earlier work is finished first, later work waits', async () => {
    const own = await startTestService()
    const happened: string[] = []
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    own.deps.clockControl = {
      setFrozen: async () => {},
      advanceTo: async () => {
        arrive()
        await finished
        happened.push('advanced')
      },
    }
    const advancing = own.request('POST', '/v1/test_helpers/clock/advance', { body: { seconds: 1 } })
    await arrived
    const body = { name: 'later', rate_usd_per_second: '1' }
    const later = [
      own.request('POST', '/v1/products', { body }).then(() => happened.push('created')),
      own.request('GET', '/v1/products').then(() => happened.push('listed')),
    ]
    // Work that did not wait would end long before a hundred turns of the event loop are over.
    for (let turn = 0; turn < 100; turn += 1) await new Promise(resolve => setImmediate(resolve))
    expect(happened).toEqual([])
    finish()
    await Promise.all([advancing, ...later])
    expect(happened.toSorted()).toEqual(['advanced', 'created', 'listed'])
    expect(happened[0]).toBe('advanced')
    await own.close()
  })

  // docs/money.md, rule 39
  it('that was cut off goes on to where it was to end, however far it is, and no other advance has its key', async () => {
    const own = await startTestService()
    const [seconds, half] = [200_000, 100_000]
    const advance = (body: object) =>
      own.request('POST', '/v1/test_helpers/clock/advance', { body, headers: { 'Idempotency-Key': 'k' } })
    const { clockControl } = own.deps
    own.deps.clockControl = {
      setFrozen: async () => {},
      advanceTo: async () => {
        own.clock.moveTo((NOW + half) * 1000)
        throw new Error('killed on its way')
      },
    }
    expect((await advance({ seconds })).status).toBe(500)
    own.deps.clockControl = clockControl
    expect((await advance({ seconds: half })).json.error.code).toBe('idempotency_key_reused')
    const { json, text } = await advance({ seconds })
    const clock = { object: 'test_clock', now: NOW + seconds, frozen: true, offset_seconds: seconds }
    expect(json).toEqual(clock)
    const again = await advance({ seconds })
    expect([again.text, again.headers.get('Idempotent-Replayed')]).toEqual([text, 'true'])
    await own.close()
  })
})

describe('faults', () => {
  const read = (path = '/v1/products') => service.request('GET', path)

  it('strike the next matching calls only', async () => {
    await local('faults', { kind: 'server_error', count: 2, path: '/v1/products' })
    expect((await read('/v1/events')).status).toBe(200)
    expect((await read()).json.error).toMatchObject({ type: 'api_error', code: 'internal_error' })
    expect((await read()).status).toBe(500)
    expect((await read()).status).toBe(200)
  })

  it('are refused for a path that no call has', async () => {
    const { status, json } = await local('faults', { kind: 'server_error', count: 1, path: 'v1/products' })
    expect([status, json.error]).toEqual([
      400,
      {
        type: 'invalid_request_error',
        code: 'parameter_invalid',
        message: '"path" must begin with "/". See /docs/errors#parameter_invalid',
        param: 'path',
      },
    ])
    expect((await read()).status).toBe(200)
  })

  it('are refused for a merchant that is not there', async () => {
    const { status, json } = await local('faults', { kind: 'server_error', count: 1, merchant: 'mer_none' })
    expect([status, json.error]).toMatchObject([400, { code: 'parameter_invalid', param: 'merchant' }])
    expect(json.error.message).toMatch(/^There is no merchant mer_none\. Pass an id/)
  })

  it('answer 429 with Retry-After, for one merchant if asked', async () => {
    const other = await service.newMerchant()
    await local('faults', { kind: 'rate_limit', count: 1, merchant: other.id })
    expect((await read()).status).toBe(200)
    const struck = await service.request('GET', '/v1/products', { key: other.testKey })
    expect([struck.status, struck.json.error.type, struck.headers.get('Retry-After')]).toEqual([
      429,
      'rate_limit_error',
      '1',
    ])
  })

  it('lose the answer but not the effect', async () => {
    await local('faults', { kind: 'lost_response', count: 1 })
    const body = { name: 'kept', rate_usd_per_second: '1' }
    await expect(service.request('POST', '/v1/products', { body })).rejects.toThrow()
    expect((await read()).json.data[0].name).toBe('kept')
  })

  it('hold a call until its caller gives up, without effect', async () => {
    await local('faults', { kind: 'timeout', count: 1 })
    const giveUp = new AbortController()
    const held = service.app.request('/v1/events', {
      headers: { Authorization: `Bearer ${service.testKey}` },
      signal: giveUp.signal,
    })
    giveUp.abort()
    await expect((await held).text()).rejects.toThrow()
    expect((await read()).status).toBe(200)
  })

  it('are cleared by a count of 0, and never strike local and clock routes', async () => {
    await local('faults', { kind: 'server_error', count: 5 })
    expect((await local('faults', { kind: 'server_error', count: 5 })).status).toBe(200)
    expect((await service.request('GET', '/v1/test_helpers/clock')).status).toBe(200)
    await local('faults', { kind: 'server_error', count: 0 })
    expect((await read()).status).toBe(200)
  })
})
