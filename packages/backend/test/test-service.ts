import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex, Chain as WireChain } from '@per-second/protocol/types'
import type { Hono } from 'hono'
import { pino } from 'pino'
import { createMerchant } from '../src/actions/merchants.ts'
import { bookLog, changeJobs } from '../src/actions/meter/change-meter.ts'
import type { BillingOperation } from '../src/actions/operation.ts'
import type { Chain } from '../src/chain/chain.ts'
import { localPolicy } from '../src/domain/billing-policy.fixture.ts'
import { createDrafts } from '../src/domain/draft.ts'
import type { ChainJob, EscrowEvent } from '../src/domain/entities.ts'
import { createIds } from '../src/domain/id.ts'
import { ALONE } from '../src/domain/leadership.ts'
import { createServiceClock, type ServiceClock } from '../src/domain/service-clock.ts'
import { createApp } from '../src/http/app.ts'
import { createFaultRegistry } from '../src/local/fault-registry.ts'
import { createMetrics } from '../src/observability/metrics.ts'
import type { Deps, ServiceConfig } from '../src/routes/deps.ts'
import type { Storage } from '../src/storage/storage.ts'
import { createSecretBox } from '../src/webhooks/secret-box.ts'
import { createGate } from '../src/worker/gate.ts'
import type { ChainWorker } from '../src/worker/job-waiters.ts'
import { createDocumentCheck, type DocumentCheck } from './documented-answer.ts'
import { openTestStorage } from './test-database.ts'

export const ADMIN_TOKEN = 'admin-token-of-this-test'
/** The only signature the chain of these tests takes for genuine. */
export const GENUINE: Hex = '0x600d'
export const OPENING_HASH: Hex = `0x${'ab'.repeat(32)}`
export const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** Where the clock of these tests stands. */
export const NOW = Date.parse('2026-09-06T00:00:00Z') / 1000

export type TestService = {
  /** Where the database is. */
  folder: string
  app: Hono
  deps: Deps
  storage: Storage
  clock: ServiceClock
  worker: ScriptedWorker
  testKey: string
  liveKey: string
  merchantId: string
  request(method: string, path: string, options?: RequestOptions): Promise<Answered>
  newMerchant(): Promise<{ id: string; testKey: string; liveKey: string }>
  close(): Promise<void>
}

export type RequestOptions = { key?: string | null; body?: unknown; headers?: Record<string, string> }
// biome-ignore lint/suspicious/noExplicitAny: tests read JSON as callers do, and assert on what they find
export type Answered = { status: number; headers: Headers; text: string; json: any }

/** Chain work that is done when a test says so: at once, or after `hold` until `release`. */
export type ScriptedWorker = ChainWorker & { hold(): void; release(): void }

/** The app over a real database, on a clock that stands, with a chain that believes one signature. */
export async function startTestService(config: Partial<ServiceConfig> = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'per-second-api-'))
  const storage = await openTestStorage(folder)
  const clock = createServiceClock(() => NOW * 1000, { offsetMillis: 0, frozenAt: NOW * 1000 })
  const newId = createIds(() => Date.now())
  const worker = createScriptedWorker(storage, clock, newId)
  const chains = { test: fakeChain(`0x${'e1'.repeat(20)}`), live: fakeChain(`0x${'e2'.repeat(20)}`) }
  const deps: Deps = {
    storage,
    leadership: ALONE,
    clock,
    clockSkewMillis: () => 0,
    newId,
    operators: {
      test: { current: chains.test, retiring: [] },
      live: { current: chains.live, retiring: [] },
    },
    worker,
    local: {
      mint: async () => `0x${'fa'.repeat(32)}`,
      giveCoin: async () => {},
    },
    clockControl: {
      advanceTo: async target => clock.moveTo(target),
      setFrozen: async frozen => (frozen ? clock.freeze() : clock.release()),
    },
    policy: localPolicy,
    gate: createGate(),
    faults: createFaultRegistry(),
    secrets: createSecretBox(new Uint8Array(32)),
    drafts: createDrafts(new Uint8Array(32)),
    config: {
      publicUrl: null,
      local: true,
      adminToken: ADMIN_TOKEN,
      rateLimit: null,
      webhookPorts: null,
      ...config,
    },
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  }
  const newMerchant = async () => {
    const made = await storage.unitOfWork(tx =>
      createMerchant(
        { tx, now: clock.now(), newId },
        { name: 'Shop', payoutAddress: `0x${'0a'.repeat(20)}` },
      ),
    )
    return { id: made.merchant.id, testKey: made.testKey, liveKey: made.liveKey }
  }
  const merchant = await newMerchant()
  const app = createApp(deps)
  /** Every answer of every test is compared with the document that the service itself serves. */
  const documentCheck = () => checkOf(app, deps.config)
  return {
    folder,
    app,
    deps,
    storage,
    clock,
    worker,
    merchantId: merchant.id,
    testKey: merchant.testKey,
    liveKey: merchant.liveKey,
    newMerchant,
    request: async (method, path, { key = merchant.testKey, body, headers = {} } = {}) => {
      const response = await app.request(path, {
        method,
        headers: {
          ...(key !== null && { Authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const { status, headers: answered } = response
      const text = await response.text()
      const problem = (await documentCheck()).answer({ method, path, status, headers: answered, text })
      if (problem !== null) throw new Error(`${method} ${path} answered outside the document: ${problem}`)
      const isJson = text !== '' && answered.get('Content-Type') === 'application/json'
      return { status, headers: answered, text, json: isJson ? JSON.parse(text) : null }
    },
    close: async () => {
      await storage.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** The check of each document, compiled once a process: local mode decides which routes a document has. */
const checks = new Map<boolean, Promise<DocumentCheck>>()

function checkOf(app: Hono, { local }: ServiceConfig): Promise<DocumentCheck> {
  const known = checks.get(local)
  if (known !== undefined) return known
  const check = Promise.resolve(app.request('/openapi.json'))
    .then(response => response.json())
    .then(createDocumentCheck)
  checks.set(local, check)
  return check
}

function createScriptedWorker(storage: Storage, clock: ServiceClock, newId: Deps['newId']): ScriptedWorker {
  let held: Promise<void> | null = null
  let open = () => {}
  const finish = (jobId: string) =>
    storage.unitOfWork(async tx => {
      const job = await tx.jobs.get(jobId)
      if (job?.status === 'pending') await book({ tx, now: clock.now(), newId, policy: localPolicy }, job)
    })
  return {
    kick: () => {},
    waitFor: async jobId => {
      if (held !== null) await held
      await finish(jobId)
      return true
    },
    hold: () => {
      held = new Promise(resolve => {
        open = resolve
      })
    },
    release: () => {
      open()
      held = null
    },
  }
}

async function book(operation: BillingOperation, job: ChainJob): Promise<void> {
  if (job.kind !== 'open') {
    await changeJobs(operation, [job], ({ id: jobId }) => ({ type: 'dropped', jobId }))
    return
  }
  const subscription = await operation.tx.subscriptions.get(job.subscriptionId)
  if (subscription === null) throw new Error('there is no such meter')
  const opened: EscrowEvent = {
    ...{
      id: job.id,
      source: 'test',
      meterId: subscription.meterId,
      kind: 'opened',
      blockNumber: 1,
      logIndex: 0,
    },
    // Read late, it was included in time all the same: the escrow opens no meter from its deadline on.
    timestamp: Math.min(Math.floor(operation.now / 1000), subscription.terms.openBy - 1),
    txHash: OPENING_HASH,
    ...{ fromSecond: 0, toSecond: 0, gross: 0n, fee: 0n, refunded: 0n },
  }
  await operation.tx.escrowEvents.insert(opened)
  const fresh = new Map([[subscription.meterId, [opened]]])
  await bookLog(operation, [subscription], { fresh, orphaned: [], isReread: false })
}

function fakeChain(escrow: Hex): Chain {
  const facts: WireChain = {
    object: 'chain',
    chain_id: 31_337,
    name: 'Test chain',
    rpc_urls: ['http://127.0.0.1:8545'],
    native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    block_explorer_url: null,
    token: {
      address: `0x${'70'.repeat(20)}`,
      name: 'Agora Dollar',
      version: '1',
      symbol: 'AUSD',
      decimals: 6,
    },
    escrow,
    escrow_salt: null,
    operator: `0x${'09'.repeat(20)}`,
    fee_recipient: `0x${'fe'.repeat(20)}`,
    fee_bps: 100,
  }
  const unused = async () => {
    throw new Error('not part of these tests')
  }
  return {
    facts,
    reorgDepth: 64,
    isJournalled: false,
    verifyMessage: async ({ signature }) => signature === GENUINE,
    isSignedByKey: async ({ signature }) => signature === GENUINE,
    simulate: async call => (call.kind === 'open' && call.signature !== GENUINE ? 'signature_invalid' : null),
    accountKind: async () => 'key',
    isFrozen: async () => false,
    deployWallet: async () => null,
    deployerGas: async () => null,
    sign: unused,
    signStatement: async () => GENUINE,
    send: unused,
    outcome: async () => null,
    escrowBalance: async () => 0n,
    credits: async () => [],
    creditOf: async () => 0n,
    operatorGas: async () => ({ balance: 10n ** 18n, needed: 10n ** 15n, meter: 10n ** 14n }),
    transactionCount: async () => 0,
    meterState: async () => ({ status: 'unknown' }),
    stopsAfter: async () => new Map(),
    head: async () => ({ number: 0, hash: '0x00', parentHash: '0x00', timestamp: NOW }),
    nextTimestamp: async () => NOW,
    blockHash: async () => null,
    escrowEvents: unused,
    meterLog: unused,
    firstBlockSince: async () => 0,
    countedTransactions: async () => 0,
    reprice: async () => null,
  }
}
