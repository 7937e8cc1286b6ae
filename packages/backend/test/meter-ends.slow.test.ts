import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { MeterTerms } from '@per-second/protocol/terms'
import { createWalletClient, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { balanceOf, createMerchantServer } from './merchant.ts'
import { createCaller, createSubscriber } from './subscriber.ts'

const DAY = 86_400
const HOUR = 3_600

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

/** A meter at one AUSD per 1,000 seconds that may be paused, for an hour at most. */
async function openMeter() {
  const product = await merchant.product({ rate_usd_per_second: '0.001', allow_pause: true })
  return subscriber.subscribe(await merchant.session(product), HOUR)
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
    expect(await statuses(id)).toEqual([
      { status: 'paid', seconds: 100, gross: '0.1', amount_settled: '0.1' },
    ])
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

describe('past due', () => {
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
