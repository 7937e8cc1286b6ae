import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { MeterTerms } from '@per-second/protocol/terms'
import { createWalletClient, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { balanceOf, createMerchantServer } from './merchant.ts'
import { createCaller, createSubscriber } from './subscriber.ts'

const DAY = 86_400
const HOUR = 3_600
/** From the last instant to sign: the rest of the authorisation after the longest use, less the day before it expires. */
const AUTHORISED_BEYOND_MAXIMUM = 29 * DAY

let backend: BackendProcess
let merchant: Awaited<ReturnType<typeof createMerchantServer>>
let subscriber: ReturnType<typeof createSubscriber>
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.remove())
beforeEach(async () => {
  merchant = await createMerchantServer(backend)
  await merchant.freezeClock()
  subscriber = createSubscriber(backend)
  await subscriber.fund('5000')
})

/** A meter at one AUSD per 1,000 seconds that may be paused, for an hour at most unless told otherwise. */
async function openMeter(
  fields: { rate_usd_per_second?: string; start_mode?: 'merchant' } = {},
  seconds = HOUR,
) {
  const product = await merchant.product({ rate_usd_per_second: '0.001', allow_pause: true, ...fields })
  const { token, terms, id } = await subscriber.subscribe(await merchant.session(product), seconds)
  return { product, token, terms, id }
}

/** A call of a payer's own wallet, or of any account, on the chain without the service. */
async function onChain(functionName: 'stop' | 'reclaim', terms: MeterTerms, by = subscriber) {
  await createWalletClient({ account: by.account, transport: http(backend.chain.rpc_url) }).writeContract({
    chain: null,
    address: backend.chain.escrow,
    abi: meterEscrowAbi,
    functionName,
    args: [terms],
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
  })
}

/** Lets the next settlements be refused, as by a paused token. The count 0 ends it. */
const refuseSettlements = (count: number) =>
  createCaller(backend.url, backend.admin_token)('POST', '/_local/faults', { kind: 'token_paused', count })

const statuses = async (id: string) =>
  (await merchant.invoices(id)).map(({ status, seconds, gross, amount_settled }) => ({
    status,
    seconds,
    gross,
    amount_settled,
  }))
const paid = (seconds: number, gross: string) => ({ status: 'paid', seconds, gross, amount_settled: gross })

describe('stop on chain', () => {
  test('behaviour: a pause made before it is not charged', async () => {
    const { id, terms } = await openMeter()
    await merchant.advance(100)
    await merchant.act(id, 'pause')
    await merchant.advance(500)
    await onChain('stop', terms)
    await merchant.advance(50)
    expect(await merchant.subscription(id)).toMatchObject({
      status: 'canceled',
      cancel_reason: 'stopped_on_chain',
      elapsed_seconds: 100,
      settled_usd: '0.1',
      refunded_usd: '3.5',
    })
    expect(await statuses(id)).toEqual([paid(100, '0.1')])
  })

  test('behaviour: pauses that were over before it stay uncounted, and it ends at its block', async () => {
    const { id, terms } = await openMeter()
    const started = (await merchant.subscription(id)).started_at as number
    await merchant.advance(100)
    await merchant.act(id, 'pause')
    await merchant.advance(500)
    await merchant.act(id, 'resume')
    await merchant.advance(30)
    await onChain('stop', terms)
    await merchant.advance(1)
    expect(await merchant.subscription(id)).toMatchObject({
      ended_at: started + 630,
      elapsed_seconds: 130,
      settled_usd: '0.13',
    })
  })

  test('behaviour: before the merchant has started it, everything goes back', async () => {
    const { id, terms } = await openMeter({ start_mode: 'merchant' })
    await onChain('stop', terms)
    await merchant.advance(1)
    expect(await merchant.subscription(id)).toMatchObject({
      status: 'canceled',
      cancel_reason: 'stopped_on_chain',
      started_at: null,
      settled_usd: '0',
      refunded_usd: '3.6',
    })
    expect(await statuses(id)).toEqual([])
  })

  test('behaviour: a refused settlement’s charge is paid with the stop, and any account may reclaim after the grace', async () => {
    const { id, terms } = await openMeter()
    const before = await balanceOf(backend, subscriber.account.address)
    await merchant.advance(1000)
    await onChain('stop', terms)
    await refuseSettlements(1000)
    await merchant.advance(DAY + 1)
    expect(await merchant.subscription(id)).toMatchObject({ status: 'canceled', settled_usd: '0' })
    expect(await statuses(id)).toEqual([{ status: 'failed', seconds: 1000, gross: '1', amount_settled: '0' }])
    const anybody = createSubscriber(backend)
    await anybody.fund('1')
    await onChain('reclaim', terms, anybody)
    await refuseSettlements(0)
    await merchant.advance(2 * HOUR)
    expect(await merchant.subscription(id)).toMatchObject({
      cancel_reason: 'stopped_on_chain',
      settled_usd: '0',
      refunded_usd: '3.6',
      accrued_usd: '0',
    })
    expect(await statuses(id)).toMatchObject([{ status: 'failed' }])
    expect((await balanceOf(backend, subscriber.account.address)) - before).toBe(3_600_000n)
  })
})

describe('the end of the authorisation', () => {
  test('behaviour: a meter that stands is ended a day before its terms expire', async () => {
    const { id, terms } = await openMeter()
    await merchant.advance(60)
    await merchant.act(id, 'pause')
    await merchant.advance(1800 + HOUR + AUTHORISED_BEYOND_MAXIMUM)
    expect(await merchant.subscription(id)).toMatchObject({
      status: 'canceled',
      cancel_reason: 'authorisation_expired',
      ended_at: terms.expiry - DAY,
      settled_usd: '0.06',
      refunded_usd: '3.54',
    })
  })
})

describe('past due', () => {
  test('behaviour: counts on, can be paused and resumed, and returns with the same status', async () => {
    const { id, product } = await openMeter({}, DAY)
    await refuseSettlements(2)
    await merchant.advance(HOUR)
    expect((await merchant.retrieveProduct(product.id)).active_subscriptions).toBe(1)
    expect(await merchant.act(id, 'pause')).toMatchObject({ status: 'past_due', elapsed_seconds: HOUR })
    await merchant.advance(30)
    expect(await merchant.subscription(id)).toMatchObject({ status: 'past_due', elapsed_seconds: HOUR })
    expect(await merchant.act(id, 'resume')).toMatchObject({ status: 'past_due', paused_at: null })
    await merchant.advance(20)
    expect(await merchant.act(id, 'pause')).toMatchObject({ status: 'past_due', elapsed_seconds: HOUR + 20 })
    await merchant.advance(300)
    expect(await merchant.subscription(id)).toMatchObject({
      status: 'paused',
      elapsed_seconds: HOUR + 20,
      settled_usd: '3.6',
      accrued_usd: '0.02',
    })
    expect(await statuses(id)).toEqual([paid(HOUR, '3.6')])
    await merchant.act(id, 'cancel')
    expect(await statuses(id)).toEqual([paid(HOUR, '3.6'), paid(20, '0.02')])
  })

  test('behaviour: a cancel pays the debt with the rest, in the invoice that had failed', async () => {
    const { id } = await openMeter({}, DAY)
    await refuseSettlements(1)
    await merchant.advance(HOUR)
    expect(await statuses(id)).toMatchObject([{ status: 'failed', seconds: HOUR }])
    expect(await merchant.act(id, 'cancel')).toMatchObject({
      status: 'canceled',
      cancel_reason: 'merchant',
      settled_usd: '3.6',
    })
    expect(await statuses(id)).toEqual([paid(HOUR, '3.6')])
  })

  test('behaviour: a cancel that is refused is over for the subscriber and tried again for the chain', async () => {
    const { id } = await openMeter()
    await merchant.advance(10)
    await refuseSettlements(2)
    expect(await merchant.act(id, 'cancel')).toMatchObject({
      status: 'canceled',
      settled_usd: '0',
      refunded_usd: '0',
    })
    await merchant.advance(59)
    expect((await merchant.subscription(id)).settled_usd).toBe('0')
    await merchant.advance(1 + 120)
    expect(await merchant.subscription(id)).toMatchObject({
      elapsed_seconds: 10,
      settled_usd: '0.01',
      refunded_usd: '3.59',
    })
  })
})

describe('settlements of nothing', () => {
  test('behaviour: are skipped, their seconds carry, and the last one takes them all', async () => {
    const { id } = await openMeter({ rate_usd_per_second: '0.0000000001' }, 30 * DAY)
    await merchant.advance(3 * HOUR - 1)
    expect(await statuses(id)).toEqual([])
    await merchant.advance(1)
    expect(await statuses(id)).toEqual([paid(3 * HOUR, '0.000001')])
    await merchant.advance(7)
    expect(await merchant.act(id, 'cancel')).toMatchObject({ billed_seconds: 3 * HOUR + 7 })
    expect(await statuses(id)).toEqual([paid(3 * HOUR, '0.000001'), paid(7, '0')])
  })

  test('behaviour: no second, no invoice', async () => {
    const { id } = await openMeter()
    expect(await merchant.act(id, 'cancel')).toMatchObject({ elapsed_seconds: 0, refunded_usd: '3.6' })
    expect(await statuses(id)).toEqual([])
  })
})
