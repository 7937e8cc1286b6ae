import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { ErrorEnvelope } from '@per-second/protocol/errors'
import { createWalletClient, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { createMerchantServer } from './merchant.ts'
import { createCaller, createSubscriber } from './subscriber.ts'

let backend: BackendProcess
let merchant: Awaited<ReturnType<typeof createMerchantServer>>
let subscriber: ReturnType<typeof createSubscriber>
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.remove())
beforeEach(() => meetAt(backend))

async function meetAt(where: BackendProcess): Promise<void> {
  merchant = await createMerchantServer(where)
  await merchant.freezeClock()
  subscriber = createSubscriber(where)
  await subscriber.fund('5000')
}

/** A running meter at one AUSD per 1,000 seconds, for an hour at most unless told otherwise. */
async function runningMeter(fields: { allow_pause?: boolean; start_mode?: 'merchant' } = {}, seconds = 3600) {
  const product = await merchant.product({ rate_usd_per_second: '0.001', ...fields })
  const session = await merchant.session(product)
  const { token, terms, id } = await subscriber.subscribe(session, seconds)
  return { product, session, token, terms, id }
}

describe('start_mode merchant', () => {
  test('behaviour: nothing counts before the merchant starts it', async () => {
    const { id, product } = await runningMeter({ start_mode: 'merchant' })
    await merchant.advance(500)
    expect(await merchant.subscription(id)).toMatchObject({
      status: 'pending_start',
      started_at: null,
      elapsed_seconds: 0,
    })
    expect((await merchant.retrieveProduct(product.id)).active_subscriptions).toBe(0)
    expect(await merchant.act(id, 'start')).toMatchObject({ status: 'running', elapsed_seconds: 0 })
    expect((await merchant.retrieveProduct(product.id)).active_subscriptions).toBe(1)
    await merchant.advance(10)
    expect(await merchant.act(id, 'cancel')).toMatchObject({ settled_usd: '0.01', refunded_usd: '3.59' })
  })
})

describe('refused settlements', () => {
  // docs/money.md, rule 20
  test('behaviour: one failed invoice and past_due until the retry is paid, then as before', async () => {
    const { id } = await runningMeter({}, 86_400)
    await createCaller(backend.url, backend.admin_token)('POST', '/_local/faults', {
      kind: 'token_paused',
      count: 1,
    })
    await merchant.advance(3600)
    expect(await merchant.subscription(id)).toMatchObject({
      status: 'past_due',
      elapsed_seconds: 3600,
      settled_usd: '0',
    })
    expect(await merchant.invoices(id)).toMatchObject([
      { status: 'failed', gross: '3.6', amount_settled: '0', fee: '0', net: '0', seconds: 3600, tx_hash: '' },
    ])
    await merchant.advance(120)
    expect(await merchant.subscription(id)).toMatchObject({
      status: 'running',
      settled_usd: '3.6',
      elapsed_seconds: 3720,
    })
    expect(await merchant.invoices(id)).toMatchObject([
      { status: 'paid', gross: '3.6', amount_settled: '3.6', fee: '0.036', net: '3.564', seconds: 3600 },
    ])
    expect((await merchant.eventTypes()).slice(5)).toEqual([
      'invoice.payment_failed',
      'subscription.past_due',
      'invoice.paid',
    ])
    await merchant.act(id, 'cancel')
  })
})

describe('stop on chain', () => {
  test('behaviour: the payer stops without the service and is charged not one second more', async () => {
    const { id, terms } = await runningMeter()
    await merchant.advance(1000)
    const wallet = createWalletClient({ account: subscriber.account, transport: http(backend.chain.rpc_url) })
    await wallet.writeContract({
      chain: null,
      address: backend.chain.escrow,
      abi: meterEscrowAbi,
      functionName: 'stop',
      args: [terms],
      maxFeePerGas: 0n,
      maxPriorityFeePerGas: 0n,
    })
    await merchant.advance(500)
    expect(await merchant.subscription(id)).toMatchObject({
      status: 'canceled',
      cancel_reason: 'stopped_on_chain',
      elapsed_seconds: 1000,
      billed_seconds: 1000,
      settled_usd: '1',
      refunded_usd: '2.6',
    })
  })
})

describe('zero rate', () => {
  test('behaviour: opens with a zero deposit, settles nothing every hour, and closes with one invoice of "0" (docs/money.md, rule 22)', async () => {
    const session = await merchant.session(await merchant.product({ rate_usd_per_second: '0' }))
    const poor = createSubscriber(backend)
    const { id } = await poor.subscribe(session, 3 * 3600)
    await merchant.advance(2 * 3600 + 10)
    expect(await merchant.invoices(id)).toEqual([])
    expect(await merchant.act(id, 'cancel')).toMatchObject({
      settled_usd: '0',
      refunded_usd: '0',
      billed_seconds: 7210,
    })
    expect(await merchant.invoices(id)).toMatchObject([{ gross: '0', seconds: 7210, status: 'paid' }])
  })
})

describe('authorising', () => {
  const codeOf = ({ body }: { body: unknown }) => (body as ErrorEnvelope).error.code

  test('error: too little money, and a foreign signature, and the same draft opens when there is enough', async () => {
    const session = await merchant.session(await merchant.product({ rate_usd_per_second: '2' }))
    const { body: prepared } = await subscriber.prepare(session.id, 3600)
    const signature = await subscriber.sign(prepared)
    const authorise = (bytes: string) => subscriber.authorise(session.id, prepared.draft, bytes)
    expect(codeOf(await authorise(signature))).toBe('insufficient_funds')
    expect(codeOf(await authorise(await createSubscriber(backend).sign(prepared)))).toBe('signature_invalid')
    expect(await merchant.retrieveSession(session.id)).toEqual(session)
    await subscriber.fund('3600')
    expect((await authorise(signature)).body.session.status).toBe('complete')
  })

  test('behaviour: drafts and meters’ tokens outlast a restart of the service', async () => {
    const own = await startBackend()
    try {
      await meetAt(own)
      const begun = await merchant.session(await merchant.product())
      const { token, id } = await subscriber.subscribe(begun, 3600)
      const session = await merchant.session(await merchant.product())
      const { body: prepared } = await subscriber.prepare(session.id, 3600)
      const signature = await subscriber.sign(prepared)
      expect(await own.end('SIGTERM')).toBe(0)
      const again = await startBackend({ folder: own.folder })
      try {
        const back = createSubscriber(again, subscriber.account)
        const { body } = await back.authorise(session.id, prepared.draft, signature)
        expect(body.session.status).toBe('complete')
        const path = `/v1/client/subscriptions/${id}`
        expect((await createCaller(again.url, token)('GET', path)).status).toBe(200)
      } finally {
        await again.end('SIGTERM')
      }
    } finally {
      await own.remove()
    }
  })
})
