import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { EscrowChainParameters } from '../../src/chain/escrow-chain.ts'
import { checkChain } from '../../src/start/doctor/check-chain.ts'
import { checkChains } from '../../src/start/real-places.ts'
import type { FaultyProxy } from './faulty-proxy.ts'
import { LACKING, LAGGING, type Manner, REFUSING, WORKABLE } from './provider-manners.ts'
import { openMeter, type RealStack, startRealStack } from './real-stack.ts'

let stack: RealStack
afterEach(() => stack.remove())

async function startBehind(manner: Manner, endpoints = 1, changes: Partial<EscrowChainParameters> = {}) {
  stack = await startRealStack({ rpcTimeoutMs: 1_000, ...changes }, endpoints)
  const { rpc } = stack.strange
  const proxy = stack.proxy as FaultyProxy
  proxy.misbehave((call, forward) =>
    manner(call, async other => {
      if (other === undefined) return forward() as never
      const { method, params } = { ...call, ...other }
      return rpc.request({ method, params }).then(
        result => ({ result }),
        error => ({ error: { code: error.rpcCode, message: 'execution reverted', data: error.reverted } }),
      )
    }),
  )
}

/** As the service starts, and as `doctor` looks. */
async function startAndExamine() {
  const none = { current: null, retiring: [] }
  const current = stack.connect()
  const log = pino({ level: 'silent' })
  const started = await checkChains(stack.storage, { test: { current, retiring: [] }, live: none }, log).then(
    () => 'started',
    (error: Error) => error.message,
  )
  const findings = await checkChain('test', stack.connect(), { storage: stack.storage, policy: stack.policy })
  return { started, failures: findings.filter(({ state }) => state === 'failure') }
}

/** A meter is opened, charged and closed, and all of it is booked. */
async function liveThroughAMeter() {
  const checkout = await openMeter(stack)
  stack.forward(100)
  await stack.settle(6)
  const { status, billedSeconds } = (await stack.stored(checkout)).subscription
  await stack.cancel(checkout)
  await stack.settle(8)
  const { closed } = (await stack.stored(checkout)).subscription
  return { status, billedSeconds, closed }
}

const WELL = { status: 'running', billedSeconds: 100, closed: true }

async function openFrozen() {
  const checkout = await stack.prepare()
  await stack.strange.onToken({ functionName: 'freeze', args: [checkout.payer.address] })
  await stack.strange.mine(6)
  const job = await stack.accept(checkout)
  await stack.settle(6)
  return stack.job(job)
}

// docs/money.md, rule 31
describe('one endpoint', () => {
  test.each(Object.entries(WORKABLE))('behaviour: %s, and everything works', async (_, manner) => {
    await startBehind(manner())
    expect(await liveThroughAMeter()).toEqual(WELL)
    expect(await openFrozen()).toMatchObject({ status: 'failed', failure: 'payer_frozen' })
    expect(await startAndExamine()).toEqual({ started: 'started', failures: [] })
  })

  test('behaviour: that answers calls some blocks late for good ends meters, and refuses no payer', async () => {
    await startBehind(LAGGING)
    const { closed } = await liveThroughAMeter()
    expect(closed).toBe(true)
    expect(await openFrozen()).toMatchObject({ status: 'pending' })
  })

  test('behaviour: that answers calls some blocks late for good frees the session of a refused opening in the end', async () => {
    await startBehind(LAGGING, 1, { confirmations: 5 })
    const job = await openFrozen()
    expect(job).toMatchObject({ status: 'pending' })
    stack.forward(86_400)
    await stack.settle(10)
    expect(await stack.job(job?.id ?? '')).toMatchObject({ status: 'failed', failure: 'signature_invalid' })
  })

  test.each(Object.entries(LACKING))(
    'error: %s: start and doctor say so in words',
    async (_, [manner, confirmations, words]) => {
      await startBehind(manner, 1, { confirmations })
      const { started, failures } = await startAndExamine()
      expect(started).toContain(words)
      expect(failures).toMatchObject([{ check: 'test chain', found: expect.stringContaining(words) }])
      for (const text of [started, failures[0]?.todo]) expect(text).toMatch(/Check --rpc-url/)
      expect(started.includes('--confirmations')).toBe(!words.includes('rate limit'))
    },
  )
})

// docs/money.md, rule 31
test.each(Object.entries(REFUSING))(
  'behaviour: of two endpoints the first refuses everything (%s), and the spare one does the work',
  async (_, manner) => {
    await startBehind(manner, 2)
    expect(await liveThroughAMeter()).toEqual(WELL)
    expect(await startAndExamine()).toEqual({ started: 'started', failures: [] })
  },
)
