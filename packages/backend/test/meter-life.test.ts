import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

// docs/money.md, rule 20
test('behaviour: refused settlements: one failed invoice and past_due until the retry is paid, then as before', async () => {
  const session = await merchant.session(await merchant.product({ rate_usd_per_second: '0.001' }))
  const { id } = await subscriber.subscribe(session, 86_400)
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

test('behaviour: zero rate: opens with a zero deposit, settles nothing every hour, and closes with one invoice of "0" (docs/money.md, rule 22)', async () => {
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
