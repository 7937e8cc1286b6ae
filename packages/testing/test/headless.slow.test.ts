import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  fileStore,
  memoryStore,
  type OpenMeterOptions,
  openMeter,
  resumeMeter,
} from '@per-second/authorise/headless'
import { verifyReceipt } from '@per-second/authorise/receipt'
import type { Hex } from '@per-second/protocol/types'
import { http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { TestMerchant } from '../src/connect-backend.ts'
import { type RunningBackend, startBackend } from '../src/start-backend.ts'

const RATE = '0.001'
const FUNDS = 10_000_000n

let backend: RunningBackend
let merchant: TestMerchant
let key: Hex
beforeAll(async () => {
  backend = await startBackend()
  merchant = await backend.createMerchant()
  await backend.clock.freeze()
})
afterAll(() => backend.stop())
beforeEach(async () => {
  key = generatePrivateKey()
  await backend.createWallet(key).fund('10')
})

const newSession = async (rate = RATE): Promise<string> => {
  const { billing } = merchant
  const product = await billing.products.create({ name: 'GPU', rate_usd_per_second: rate, allow_pause: true })
  const pages = { success_url: 'https://shop.example/ok', cancel_url: 'https://shop.example/no' }
  return (await billing.checkout.sessions.create({ product: product.id, ...pages })).id
}
/** An account that counts its signatures. */
const countingAccount = () => {
  const account = privateKeyToAccount(key)
  const signed: string[] = []
  const signTypedData: typeof account.signTypedData = data => {
    signed.push((data.message as { nonce: string }).nonce)
    return account.signTypedData(data)
  }
  return { account: { ...account, signTypedData }, signed }
}
const options = (session: string, more: Partial<OpenMeterOptions> = {}): OpenMeterOptions => ({
  ...{ session, baseUrl: backend.url, account: privateKeyToAccount(key), email: 'agent@example.com' },
  chain: { transport: http(backend.line.chain.rpc_url) },
  maxDurationSeconds: 600,
  limits: { maxEscrowUsd: '1' },
  ...more,
})
const balance = () => backend.chain.balanceOf(privateKeyToAccount(key).address)

test('a program opens, pauses, carries on and cancels meters, and its receipts verify', async () => {
  const first = await openMeter(options(await newSession()))
  expect(await balance()).toBe(FUNDS - 600_000n)
  await backend.clock.advance('10s')
  expect(await first.pause()).toMatchObject({ status: 'paused', elapsed_seconds: 10 })
  expect(await first.resume()).toMatchObject({ status: 'running' })
  await expect(first.receipt()).rejects.toMatchObject({
    code: 'meter_running',
    signed: { depositUsd: '0.6' },
  })

  const second = await openMeter(options(await newSession(), { replaces: first.session }))
  await backend.clock.advance('20s')
  const third = await openMeter(options(await newSession(), { replaces: second.session }))
  await backend.clock.advance('30s')
  await third.cancel()
  await backend.clock.advance('10s')
  const meters = [await first.read(), await second.read(), await third.read()]
  expect(meters.map(({ elapsed_seconds }) => elapsed_seconds)).toEqual([10, 20, 30])
  expect(meters.map(({ cancel_reason }) => cancel_reason)).toEqual(['replaced', 'replaced', 'subscriber'])
  expect(meters.map(({ replaced_by }) => replaced_by)).toEqual([second.id, third.id, null])
  expect(meters.map(({ started_at }) => started_at).slice(1)).toEqual(
    meters.map(({ ended_at }) => ended_at).slice(0, 2),
  )
  expect(await balance()).toBe(FUNDS - 60_000n)
  for (const [meter, figures] of [
    [first, { charged_usd: '0.01', replaces: null, replaced_by: second.id }],
    [second, { charged_usd: '0.02', replaces: first.id, replaced_by: third.id }],
    [third, { charged_usd: '0.03', replaces: second.id, replaced_by: null }],
  ] as const) {
    const receipt = await meter.receipt()
    expect(receipt).toMatchObject(figures)
    expect(receipt.transactions.closing).toMatch(/^0x[\da-f]{64}$/)
    expect(await verifyReceipt(receipt)).toMatchObject({ ok: true })
  }
})

test('the signal of an opening ends its wait, and none of its meter’s calls', async () => {
  const opening = new AbortController()
  const meter = await openMeter(options(await newSession(), { signal: opening.signal }))
  opening.abort()
  await expect(openMeter(options(await newSession(), { signal: opening.signal }))).rejects.toMatchObject({
    ...{ code: 'aborted', signed: null },
  })
  expect(await meter.cancel()).toMatchObject({ status: 'canceled' })

  const resuming = new AbortController()
  const store = memoryStore()
  const session = await newSession()
  await openMeter(options(session, { store }))
  const { email: _, maxDurationSeconds: __, limits: ___, ...place } = options(session)
  const resumed = await resumeMeter({ ...place, store, signal: resuming.signal })
  resuming.abort()
  await backend.createWallet(key).fund('1', { native: true })
  expect(await resumed?.stop()).toMatch(/^0x[\da-f]{64}$/)
})

test('a receipt needs no RPC endpoint: without one it names the opening only', async () => {
  const store = memoryStore()
  const session = await newSession()
  const meter = await openMeter(options(session, { store }))
  await backend.clock.advance('5s')
  await meter.cancel()
  await backend.clock.advance('10s')
  const { email: _, maxDurationSeconds: __, limits: ___, ...place } = options(session)
  const chain = { transport: http('http://127.0.0.1:9') }
  const receipt = await (await resumeMeter({ ...place, chain, store }))?.receipt()
  expect(receipt).toMatchObject({
    charged_usd: '0.005',
    transactions: { opening: expect.stringMatching(/^0x[\da-f]{64}$/), closing: null },
  })
  expect(await verifyReceipt(receipt)).toMatchObject({ ok: true, signature: 'valid' })
})

test('a program stops a meter at the escrow, without the service', async () => {
  const meter = await openMeter(options(await newSession()))
  await backend.clock.advance('5s')
  await backend.createWallet(key).fund('1', { native: true })
  expect(await meter.stop()).toMatch(/^0x[\da-f]{64}$/)
  await backend.clock.advance('60s')
  expect(await meter.read()).toMatchObject({
    ...{ status: 'canceled', cancel_reason: 'stopped_on_chain', elapsed_seconds: 5 },
  })
})

describe('one signature a session', () => {
  test('called again, and twice at once, with the same store, the account signs once and the deposit is taken once', async () => {
    const { account, signed } = countingAccount()
    const session = await newSession()
    const store = memoryStore()
    const meters = await Promise.all([1, 2, 3].map(() => openMeter(options(session, { account, store }))))
    expect(new Set(meters.map(({ id }) => id)).size).toBe(1)
    const resumed = await resumeMeter({
      session,
      baseUrl: backend.url,
      account,
      store,
    })
    expect(resumed?.id).toBe(meters[0]?.id)
    expect(signed).toHaveLength(1)
    expect(await balance()).toBe(FUNDS - 600_000n)
    const other = await newSession()
    expect(await resumeMeter({ session: other, baseUrl: backend.url, account, store })).toBeNull()
  })

  test('called at two addresses of the service, at once and later, the account signs once', async () => {
    const { account, signed } = countingAccount()
    const session = await newSession()
    const store = memoryStore()
    const tokens: string[] = []
    const other = await lyingService(/nowhere/, () => undefined, { tokens })
    const open = (baseUrl: string) => openMeter(options(session, { account, store, baseUrl }))
    const first = await open(backend.url)
    const { token } = JSON.parse((await store.read(session)) ?? '')
    const meters = [first, ...(await Promise.all([backend.url, other].map(open)))]
    await meters[2]?.read()
    expect(tokens).toHaveLength(1)
    expect(tokens).not.toContain(token)
    expect(new Set(meters.map(({ id }) => id)).size).toBe(1)
    expect(await open(backend.url)).toMatchObject({ id: meters[0]?.id })
    expect(signed).toHaveLength(1)
    expect(await balance()).toBe(FUNDS - 600_000n)
  })

  test('a call at another service is refused, and loses nothing of the record', async () => {
    const session = await newSession()
    const store = memoryStore()
    await openMeter(options(session, { store }))
    const { token } = JSON.parse((await store.read(session)) ?? '')
    const other = await lyingService(/chain$/, answer => Object.assign(answer, { operator: OTHER }))
    await expect(openMeter(options(session, { store, baseUrl: other }))).rejects.toMatchObject({
      ...{ code: 'asked_changed', signed: { depositUsd: '0.6' } },
    })
    expect(JSON.parse((await store.read(session)) ?? '')).toMatchObject({
      lock: { service: backend.url },
      token,
    })
  })

  test('a request that was signed for one service is not handed to another, and not signed again', async () => {
    const { account, signed } = countingAccount()
    const session = await newSession()
    const store = memoryStore()
    const lost = await lyingService(/authorise$/, answer => Object.assign(answer, { session: null }))
    await expect(openMeter(options(session, { account, store, baseUrl: lost }))).rejects.toThrow()
    const other = await lyingService(/chain$/, answer => Object.assign(answer, { operator: OTHER }))
    await expect(openMeter(options(session, { account, store, baseUrl: other }))).rejects.toMatchObject({
      ...{ code: 'asked_changed', signed: { depositUsd: '0.6' } },
      cause: { code: 'refused_terms', field: 'terms.operator' },
    })
    expect(signed).toHaveLength(1)
  })

  test.each<[string, number[]]>([
    ['before prepare 0', [0, 0, 0]],
    ['after prepare 0', [0, 0, 0]],
    ['before signature 0', [0, 0, 0]],
    ['after signature 0', [0, 0, 0]],
    ['before authorise 0', [0, 0, 0]],
    ['after authorise 0', [10, 0, 0]],
    ['before prepare 1', [10, 0, 0]],
    ['after prepare 1', [10, 0, 0]],
    ['before signature 1', [10, 0, 0]],
    ['after signature 1', [10, 0, 0]],
    ['before authorise 1', [10, 0, 0]],
    ['after authorise 1', [0, 10, 0]],
    ['before cancel 2', [0, 0, 10]],
    ['after cancel 2', [0, 0, 0]],
  ])(
    'killed %s and started twice at once afterwards, a program signs each meter once and pays each second once',
    async (killAt, seconds) => {
      const folder = mkdtempSync(join(tmpdir(), 'headless-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const sessions = [await newSession(), await newSession(), await newSession()]
      const run = async () => {
        const program = join(import.meta.dirname, 'headless-program.ts')
        const args = [
          '--conditions=@per-second/source',
          program,
          backend.url,
          key,
          folder,
          killAt,
          ...sessions,
        ]
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
        const ended = new Promise(resolve => child.on('exit', (code, signal) => resolve(signal ?? code)))
        return [await text(child.stdout), await ended]
      }
      expect(await run()).toEqual(['', 'SIGKILL'])
      await backend.clock.advance('10s')
      // Two at once: one of them takes over the lock of the dead one.
      const [[printed, code], other] = await Promise.all([run(), run()])
      expect(code).toBe(0)
      expect(other).toEqual([printed, 0])
      expect(JSON.parse(String(printed))).toEqual({
        seconds,
        charged: seconds.map(each => (each === 0 ? '0' : '0.01')),
        verified: [true, true, true],
      })
      expect(await balance()).toBe(FUNDS - (seconds.includes(10) ? 10_000n : 0n))
      const signed = readFileSync(join(folder, 'signed'), 'utf8').trim().split('\n')
      expect(new Set(signed).size).toBe(3)
      // A signature that the store had not got yet is given once more, of the same digest.
      expect(signed.length).toBe(killAt.startsWith('after signature') ? 4 : 3)
    },
  )
})

describe('limits', () => {
  test.each([
    ['limits.maxEscrowUsd', { maxEscrowUsd: '0.599999' }],
    ['limits.maxRateUsdPerSecond', { maxEscrowUsd: '1', maxRateUsdPerSecond: '0.0009' }],
    ['limits.payees', { maxEscrowUsd: '1', payees: [`0x${'12'.repeat(20)}` as Hex] }],
  ])('%s is held before the account is asked', async (field, limits) => {
    const { account, signed } = countingAccount()
    const opened = openMeter(options(await newSession(), { account, limits }))
    await expect(opened).rejects.toMatchObject({
      code: 'limit_exceeded',
      field,
      retryable: false,
      signed: null,
    })
    expect(signed).toEqual([])
  })

  test('hold for terms that were asked for before, too', async () => {
    const { account, asked } = providerAccount([fail, fail])
    const session = await newSession()
    const store = memoryStore()
    await expect(openMeter(options(session, { account, store }))).rejects.toMatchObject({
      ...{ code: 'wallet_failed', signed: { depositUsd: '0.6' } },
    })
    const limits = { maxEscrowUsd: '0.5' }
    await expect(openMeter(options(session, { account, store, limits }))).rejects.toMatchObject({
      ...{ code: 'limit_exceeded', field: 'limits.maxEscrowUsd', signed: { depositUsd: '0.6' } },
    })
    expect(asked).toHaveLength(2)
  })

  test('a maximum is required', async () => {
    const session = await newSession()
    for (const limits of [undefined, {}, { maxEscrowUsd: 1 }, { maxEscrowUsd: '-1' }])
      await expect(openMeter(options(session, { limits: limits as never }))).rejects.toMatchObject({
        ...{ code: 'parameter_invalid', field: 'limits.maxEscrowUsd' },
      })
  })
})

/** The service under another address, with one answer changed on its way. */
async function lyingService(
  path: RegExp,
  lie: (answer: Record<string, unknown>) => void,
  {
    status,
    isPassedOn = true,
    tokens = [],
  }: { status?: number; isPassedOn?: boolean; tokens?: string[] } = {},
): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.headers.authorization) tokens.push(request.headers.authorization.replace('Bearer ', ''))
    const isChanged = path.test(request.url ?? '')
    const isKept = isChanged && !isPassedOn
    const answer = await fetch(backend.url + (isKept ? '/healthz' : request.url), {
      method: isKept ? 'GET' : (request.method ?? 'GET'),
      headers: {
        'content-type': 'application/json',
        ...(request.headers.authorization && { authorization: request.headers.authorization }),
      },
      ...(body !== '' && !isKept && { body }),
    })
    const value = (await answer.json()) as Record<string, unknown>
    if (isChanged && answer.ok) lie(value)
    const clock = answer.headers.get('billing-clock')
    response.writeHead((isChanged && status) || answer.status, {
      'content-type': 'application/json',
      ...(clock !== null && { 'billing-clock': clock }),
    })
    response.end(JSON.stringify(value))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return `http://127.0.0.1:${port}`
}

const OTHER: Hex = `0x${'12'.repeat(20)}`
const termsOf = ({ terms }: Record<string, unknown>) => terms as Record<string, unknown>
const messageOf = ({ typed_data }: Record<string, unknown>) =>
  (typed_data as Record<string, unknown>).message as Record<string, unknown>

/** An EIP-1193 wallet over the chain. It answers requests for a signature in the given way, and signs with the key after these. */
const providerAccount = (answers: (() => unknown)[] = []) => {
  const account = privateKeyToAccount(key)
  const chain = http(backend.line.chain.rpc_url)({})
  const asked: string[] = []
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    if (method !== 'eth_signTypedData_v4') return chain.request({ method, params } as never)
    const [, form] = params as [string, string | object]
    const data = typeof form === 'string' ? JSON.parse(form) : form
    asked.push(data.message.nonce)
    const answer = answers.shift()
    return answer ? answer() : account.signTypedData(data)
  }
  return { account: { address: account.address, provider: { request } }, asked }
}
const refuse = () => {
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
}
const fail = () => {
  throw new Error('Not that form.')
}

describe('a refusal', () => {
  test('of the only request frees the session at once, however quickly it came', async () => {
    const { account, asked } = providerAccount([refuse])
    const session = await newSession()
    const store = memoryStore()
    const open = (maxDurationSeconds: number) =>
      openMeter(options(session, { account, store, maxDurationSeconds }))
    await expect(open(600)).rejects.toMatchObject({ code: 'rejected_unseen', signed: null })
    expect(await store.read(session)).toBeNull()
    expect((await open(300)).terms.max_seconds).toBe(300)
    expect(new Set(asked).size).toBe(2)
  })

  test('after a request that only failed leaves the first terms alone to be signed', async () => {
    const { account, asked } = providerAccount([fail, refuse])
    const session = await newSession()
    const store = memoryStore()
    const open = (maxDurationSeconds: number) =>
      openMeter(options(session, { account, store, maxDurationSeconds }))
    const refused = await open(600).catch(error => error)
    expect(refused).toMatchObject({
      ...{ code: 'rejected_unseen', signed: { digest: asked[0], depositUsd: '0.6' } },
    })
    expect(JSON.parse((await store.read(session)) ?? '').lock).toMatchObject({ asked: 2, signature: null })
    expect((await open(300)).terms.max_seconds).toBe(600)
    expect(asked).toHaveLength(3)
    expect(new Set(asked).size).toBe(1)
  })
})

const DENIAL = { error: { type: 'invalid_request_error', code: 'signature_invalid', message: 'Not signed.' } }
const deny = (answer: Record<string, unknown>) => void Object.assign(answer, DENIAL)

test('a record that cannot be written asks the account for nothing, and nothing can move money', async () => {
  const { account, signed } = countingAccount()
  const session = await newSession()
  const store = memoryStore()
  const full = { ...store, write: async () => Promise.reject(new Error('ENOSPC: no space left')) }
  await expect(openMeter(options(session, { account, store: full }))).rejects.toMatchObject({
    ...{ code: 'unexpected', message: 'The call failed: ENOSPC: no space left', signed: null },
  })
  expect([signed, await store.read(session)]).toEqual([[], null])
})

describe('a service that calls the signature invalid', () => {
  test('is not believed where it recovers to the payer', async () => {
    const { account, signed } = countingAccount()
    const baseUrl = await lyingService(/\/authorise$/, deny, { status: 400, isPassedOn: false })
    const session = await newSession()
    const store = memoryStore()
    await expect(openMeter(options(session, { account, store, baseUrl }))).rejects.toMatchObject({
      ...{ code: 'signature_disputed', retryable: false, signed: { depositUsd: '0.6' } },
    })
    expect(await openMeter(options(session, { account, store }))).toMatchObject({ session })
    expect(signed).toHaveLength(1)
  })

  test('is believed where it does not, and the account is asked for the same terms again', async () => {
    const other = privateKeyToAccount(generatePrivateKey())
    const { account, asked } = providerAccount([() => other.signMessage({ message: 'another' })])
    const session = await newSession()
    const store = memoryStore()
    await expect(openMeter(options(session, { account, store }))).rejects.toMatchObject({
      ...{ code: 'signature_invalid', signed: { depositUsd: '0.6' } },
    })
    expect(await openMeter(options(session, { account, store }))).toMatchObject({ session })
    expect(asked).toHaveLength(2)
    expect(new Set(asked).size).toBe(1)
  })
})

test('a signature whose time is over frees the session, and nothing of it can move money', async () => {
  const { account, signed } = countingAccount()
  const baseUrl = await lyingService(/\/authorise$/, () => undefined, { status: 500, isPassedOn: false })
  const session = await newSession()
  const store = memoryStore()
  const open = () => openMeter(options(session, { account, store, baseUrl }))
  const { signed: first } = await open().catch(error => error)
  expect(first).toMatchObject({ digest: signed[0], depositUsd: '0.6' })
  vi.useFakeTimers({ toFake: ['Date'], now: first.openBy * 1_000 })
  onTestFinished(() => void vi.useRealTimers())
  await backend.clock.advance('25h')
  await expect(open()).rejects.toMatchObject({ code: 'signature_late', signed: null })
  expect(await store.read(session)).toBeNull()
})

describe('the escrow holds the deposit', () => {
  test('and a service that fails is told apart from one that denies: the call can be repeated', async () => {
    const session = await newSession()
    const store = memoryStore()
    const broken = { error: { type: 'api_error', code: 'internal_error', message: 'Broken.' } }
    const baseUrl = await lyingService(/\/authorise$/, answer => void Object.assign(answer, broken), {
      status: 500,
    })
    await expect(openMeter(options(session, { store, baseUrl }))).rejects.toMatchObject({
      ...{ code: 'meter_known', retryable: true, signed: { depositUsd: '0.6' } },
      cause: { code: 'internal_error' },
    })
    expect(await openMeter(options(session, { store }))).toMatchObject({ session })
  })

  test('and the record has lost its signature: it says that money can move', async () => {
    const session = await newSession()
    const store = memoryStore()
    const { account, signed } = countingAccount()
    await openMeter(options(session, { account, store }))
    const { lock } = JSON.parse((await store.read(session)) ?? '')
    const lost = { ...lock, signature: null, signedAt: null, isKnown: false }
    await store.write(session, JSON.stringify({ lock: lost, token: null }))
    await expect(openMeter(options(session, { account, store }))).rejects.toMatchObject({
      ...{ code: 'meter_known', signed: { depositUsd: '0.6' } },
    })
    expect(signed).toHaveLength(1)
  })
})

describe('a service that lies gets nothing signed', () => {
  test.each<[string, RegExp, (answer: Record<string, unknown>) => void, string]>([
    ['another payer', /prepare/, answer => Object.assign(termsOf(answer), { payer: OTHER }), 'refused_terms'],
    ['another token', /prepare/, answer => Object.assign(termsOf(answer), { token: OTHER }), 'refused_token'],
    [
      'another payee than in the nonce',
      /prepare/,
      answer => Object.assign(termsOf(answer), { merchant: OTHER }),
      'refused_terms',
    ],
    [
      'another amount',
      /prepare/,
      answer => Object.assign(messageOf(answer), { value: '9999999999' }),
      'refused_terms',
    ],
    [
      'another receiver',
      /prepare/,
      answer => Object.assign(messageOf(answer), { to: OTHER }),
      'refused_escrow',
    ],
    [
      'another operator',
      /prepare/,
      answer => Object.assign(termsOf(answer), { operator: OTHER }),
      'refused_terms',
    ],
    [
      'a higher rate',
      /prepare/,
      answer => Object.assign(termsOf(answer), { rate_per_second: '9' }),
      'refused_terms',
    ],
    [
      'a longer maximum',
      /prepare/,
      answer => Object.assign(termsOf(answer), { max_seconds: 6_000 }),
      'refused_terms',
    ],
    ['a larger deposit', /prepare/, answer => Object.assign(answer, { deposit_wei: '1' }), 'refused_terms'],
    [
      'a deadline next week',
      /prepare/,
      answer => Object.assign(answer, { sign_by: 4_000_000_000 }),
      'refused_terms',
    ],
    ['another escrow', /chain$/, answer => Object.assign(answer, { escrow: OTHER }), 'refused_escrow'],
    ['another chain', /chain$/, answer => Object.assign(answer, { chain_id: 1 }), 'refused_chain'],
  ])('%s', async (_, path, lie, code) => {
    const { account, signed } = countingAccount()
    const baseUrl = await lyingService(path, lie)
    const { session: replaces } = await openMeter(options(await newSession()))
    for (const carriedOn of [{}, { replaces }])
      await expect(
        openMeter(options(await newSession(), { account, baseUrl, ...carriedOn })),
      ).rejects.toMatchObject({ code, signed: null, retryable: false })
    expect(signed).toEqual([])
  })

  test.each<[string, NonNullable<OpenMeterOptions['pins']>, string]>([
    ['payee', { payee: OTHER }, 'terms.merchant'],
    ['fee', { maxFee: 99 }, 'fee_bps'],
  ])('another %s than the pinned one', async (_, pins, field) => {
    const { account, signed } = countingAccount()
    await expect(openMeter(options(await newSession(), { account, pins }))).rejects.toMatchObject({
      ...{ code: 'refused_terms', field, signed: null },
    })
    expect(signed).toEqual([])
  })

  test('a service that takes the signature and denies it is reported with the escrow’s balance', async () => {
    const baseUrl = await lyingService(/\/authorise$/, answer => {
      Object.assign(answer, { session: null })
    })
    const opened = openMeter(options(await newSession(), { baseUrl }))
    await expect(opened).rejects.toMatchObject({ code: 'meter_known', signed: { depositUsd: '0.6' } })
  })

  test('and resumes as a meter that its payer can still stop', async () => {
    const baseUrl = await lyingService(
      /\/authorise$/,
      answer => void Object.assign(answer, { session: null }),
    )
    const session = await newSession()
    const { account, signed } = countingAccount()
    const lied = options(session, { account, baseUrl, store: memoryStore() })
    await expect(openMeter(lied)).rejects.toMatchObject({ code: 'meter_known', retryable: false })
    const { email: _, maxDurationSeconds: __, limits: ___, ...place } = lied
    const meter = await resumeMeter({ ...place, store: lied.store ?? memoryStore() })
    await expect(meter?.read()).rejects.toMatchObject({ code: 'meter_known', signed: { depositUsd: '0.6' } })
    await backend.createWallet(key).fund('1', { native: true })
    expect(await meter?.stop()).toMatch(/^0x[\da-f]{64}$/)
    expect(signed).toHaveLength(1)
  })

  test('a service that opens the meter beside the one that it replaces is reported, and the meter can be stopped', async () => {
    const baseUrl = await lyingService(/authorise$/, ({ subscription }) => {
      Object.assign(subscription as object, { replaces: null })
    })
    const { session: replaces } = await openMeter(options(await newSession()))
    const carriedOn = options(await newSession(), { baseUrl, replaces, store: memoryStore() })
    await expect(openMeter(carriedOn)).rejects.toMatchObject({
      ...{ code: 'refused_meter', field: 'replaces', signed: { depositUsd: '0.6' } },
    })
    expect(await (await openMeter(carriedOn)).cancel()).toMatchObject({ status: 'canceled' })
  })

  test('figures beyond the signed ones are refused, and the meter can still be stopped', async () => {
    const baseUrl = await lyingService(/subscriptions/, answer => {
      Object.assign(answer, { elapsed_seconds: 599 })
    })
    const meter = await openMeter(options(await newSession(), { baseUrl }))
    await expect(meter.read()).rejects.toMatchObject({ code: 'refused_meter', field: 'elapsed_seconds' })
  })
})

test('a file store keeps a record that only its owner may read, and a damaged one is told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'headless-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const store = fileStore(join(folder, 'store'))
  const session = await newSession()
  const meter = await openMeter(options(session, { store }))
  const kept = await store.read(session)
  expect(JSON.parse(kept ?? '')).toMatchObject({
    lock: { subscription: meter.id },
    token: expect.stringMatching(/^ct_/),
  })
  await store.write(session, '{"lock":{}}')
  await expect(openMeter(options(session, { store }))).rejects.toMatchObject({ code: 'store_unreadable' })
})
