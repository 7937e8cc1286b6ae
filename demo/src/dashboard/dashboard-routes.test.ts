import type { BillingClient } from '@per-second/client'
import { expect, test } from 'vitest'
import { createFakeBilling } from '../../test/fake-billing.ts'
import { createBooksReader } from './books.ts'
import { createDashboardRoutes } from './dashboard-routes.ts'

const routesOf = (billing: BillingClient) =>
  createDashboardRoutes({ billing, books: createBooksReader(billing) })

const NOW = 1_790_000_000
const METER = {
  id: 'sub_1',
  status: 'running',
  product: 'prod_1',
  customer: 'cus_1',
  checkout_session: 'cs_00000k9lx',
  created: NOW - 100,
  started_at: NOW - 100,
  ended_at: null,
  cancel_reason: null,
  elapsed_seconds: 100,
  max_duration_seconds: 3_600,
  max_escrow_usd: '2.4912',
  accrued_usd: '0.0692',
  settled_usd: '1',
  refunded_usd: '0',
}
const CUSTOMER = {
  id: 'cus_1',
  email: 'ada@example.com',
  wallet_address: '0x708eAB12aB12aB12aB12aB12aB12aB12aB1274C7',
}
const INVOICE = {
  id: 'in_1',
  subscription: 'sub_1',
  customer: 'cus_1',
  status: 'paid',
  period_start: NOW - 60,
  period_end: NOW - 49,
  seconds: 10,
  gross: '1',
  fee: '0.01',
  net: '0.99',
  tx_hash: '',
}

function storeWithMeters() {
  const fake = createFakeBilling()
  fake.products.push({ id: 'prod_1', name: 'GPU', rate_usd_per_second: '0.000692' })
  fake.customers.push(CUSTOMER)
  fake.invoices.push(INVOICE)
  fake.subscriptions.push(
    {
      ...METER,
      id: 'sub_stopped',
      status: 'canceled',
      cancel_reason: 'subscriber',
      ended_at: NOW,
      refunded_usd: '0.5',
    },
    METER,
    {
      ...METER,
      id: 'sub_waiting',
      status: 'pending_start',
      started_at: null,
      checkout_session: 'cs_0000other1',
    },
    { ...METER, id: 'sub_unsigned', status: 'incomplete' },
  )
  const routes = routesOf(fake.billing)
  const page = async (path: string) => (await routes.request(path)).text()
  return { ...fake, page }
}

const rows = (page: string) => [...page.matchAll(/<tr id="(sub_\w+)"/g)].map(([, id]) => id)

test('figures have six decimals everywhere, and unauthorised sessions count for nothing', async () => {
  const read = words(await storeWithMeters().page('/'))
  const after = (name: string) => read.slice(read.indexOf(name) + 1, read.indexOf(name) + 3).join('')
  expect([after('Accrued now'), after('Settled'), after('Refunded')]).toEqual([
    '$0.207600',
    '$1.000000',
    '$0.500000',
  ])
  expect(read.join('')).not.toMatch(/\$\d+\.\d{0,5}(?!\d)/)
})

test('meters stand in the order of need, and can be narrowed down by status, customer, order and product', async () => {
  const { page } = storeWithMeters()
  expect(rows(await page('/meters'))).toEqual(['sub_waiting', 'sub_1', 'sub_stopped'])
  expect(rows(await page('/meters?status=ended'))).toEqual(['sub_stopped'])
  expect(rows(await page('/meters?search=OTHER1'))).toEqual(['sub_waiting'])
  expect(rows(await page('/meters?search=0x708E&status=running'))).toEqual(['sub_1'])
  expect(words(await page('/meters?product=prod_2'))).toContain('No meter fits.')
})

test('the CSV tells both counts of seconds and why they differ', async () => {
  const { page } = storeWithMeters()
  const month = new Date(NOW * 1000).toISOString().slice(0, 7)
  const [names = '', line = ''] = (await page(`/invoices.csv?month=${month}`)).split('\r\n')
  const cells = Object.fromEntries(names.split(',').map((name, index) => [name, line.split('","')[index]]))
  expect(cells).toMatchObject({
    '"seconds_on_the_clock"': '11',
    '"seconds_charged"': '10',
    '"order"': 'K9LX'.padStart(6, '0'),
    '"charged_usd"': '1.000000',
  })
  expect(line).toContain('"Only complete seconds are charged, and none while the meter is paused."')
  expect(await page('/invoices.csv?month=2026-13')).toBe('Say which month, as in month=2026-11.\n')
})

test('a meter’s page leads to the meters before and after it', async () => {
  const { subscriptions, page } = storeWithMeters()
  const [stopped, running] = subscriptions
  Object.assign(stopped ?? {}, { replaces: null, replaced_by: 'sub_1', cancel_reason: 'replaced' })
  Object.assign(running ?? {}, { replaces: 'sub_stopped', replaced_by: null })
  const before = await page('/meters/sub_stopped')
  expect(before).toMatch(/Carried on by<.*?href="\/dashboard\/meters\/sub_1"/s)
  expect(words(before)).not.toContain('Carries on')
  const after = await page('/meters/sub_1')
  expect(after).toMatch(/Carries on<.*?href="\/dashboard\/meters\/sub_stopped"/s)
  expect(words(after)).not.toContain('Carried on by')
})

test('customers are asked for by email or wallet, and sessions by their customer, product and status', async () => {
  const { page, requests } = storeWithMeters()
  await page('/customers?search=ada@example.com')
  await page('/customers?search=0x708e')
  await page('/sessions?search=ada@example.com&status=complete&product=prod_1')
  expect(requests.filter(call => call.includes('limit=50') || call.includes('?email'))).toEqual([
    'GET /v1/customers?limit=50&email=ada%40example.com',
    'GET /v1/customers?limit=50&wallet_address=0x708e',
    'GET /v1/customers?email=ada%40example.com',
    'GET /v1/checkout/sessions?limit=50&status=complete&customer=cus_1&product=prod_1',
  ])
})

const EVENT = {
  id: 'evt_1',
  object: 'event',
  type: 'product.created',
  livemode: false,
  created: 1_790_000_000,
  data: { object: { id: 'prod_1' } },
}
const DELIVERY = {
  id: 'dlv_1',
  event: 'evt_1',
  webhook_endpoint: 'we_1',
  status: 'pending',
  attempts: 3,
  response_status: null,
  failure: 'connection_failed',
  next_attempt_at: 1_790_000_060,
}

function storeWithEvent() {
  const fake = createFakeBilling()
  fake.products.push({ id: 'prod_1', name: 'GPU' })
  fake.events.push(EVENT)
  fake.deliveries.push({ ...DELIVERY })
  fake.endpoints.push({ id: 'we_1', url: 'https://shop.example/<hooks>', status: 'enabled' })
  const routes = routesOf(fake.billing)
  const resend = (endpoint: string) =>
    routes.request('/events/evt_1/resend', {
      method: 'POST',
      body: new URLSearchParams({ webhook_endpoint: endpoint }),
    })
  const page = async (path: string) => (await routes.request(path)).text()
  return { page, resend }
}

/** A page as it reads, a line an element. */
const words = (page: string) =>
  page
    .replaceAll(/<[^>]*>/g, '\n')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

test('an event’s page shows its delivery to each endpoint, and has the object behind a disclosure', async () => {
  const { page } = storeWithEvent()
  const read = words(await page('/events/evt_1'))
  expect(read).toEqual(expect.arrayContaining(['Product made', 'GPU', 'product.created']))
  const from = read.indexOf('https://shop.example/&lt;hooks&gt;')
  expect(read.slice(from + 1, from + 4)).toEqual(['Waiting', '3', 'Could not connect'])
  expect(await page('/events/evt_1')).not.toContain('<hooks>')
  expect(await page('/events/evt_1')).toContain('&quot;id&quot;: &quot;evt_1&quot;')
  expect(words(await page('/events/evt_2'))).toContain('Nothing here')
})

test('a resend leads back to the event with the receiver’s response or the refusal', async () => {
  const { page, resend } = storeWithEvent()
  const sent = await resend('we_1')
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/dashboard/events/evt_1'])
  expect(words(await page('/events/evt_1'))).toEqual(expect.arrayContaining(['Delivered', '1', 'HTTP 204']))
  const refused = await resend('we_2')
  expect(refused.status).toBe(400)
  expect(words(await refused.text())).toContain('This webhook endpoint is disabled.')
})

test('all events, fifty to a page, down to the oldest', async () => {
  const { billing, events } = createFakeBilling()
  for (let number = 1; number <= 60; number += 1) events.unshift({ ...EVENT, id: `evt_${number}` })
  const routes = routesOf(billing)
  const linked = async (path: string) => {
    const page = await (await routes.request(path)).text()
    return [...page.matchAll(/href="(?:\/dashboard)?(\/events[/?][^"]+)"/g)].map(([, link]) => link)
  }
  const pathsOf = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => `/events/evt_${from - index}`)
  expect(await linked('/events')).toEqual([...pathsOf(60, 11), '/events?after=evt_11'])
  expect(await linked('/events?after=evt_11')).toEqual(pathsOf(10, 1))
})

test('a service that is down makes a page for people', async () => {
  const response = await routesOf(createFakeBilling({ down: true }).billing).request('/events')
  expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=UTF-8'])
})
