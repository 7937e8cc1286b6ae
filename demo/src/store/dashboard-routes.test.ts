import type { BillingClient } from '@per-second/client'
import { expect, test } from 'vitest'
import { createFakeBilling } from '../../test/fake-billing.ts'
import { createDashboardRoutes } from './dashboard-routes.ts'
import { createFollowers } from './followers.ts'
import { createHistory } from './history.ts'
import type { Look } from './watch-meters.ts'

const routesOf = (billing: BillingClient, history = createHistory()) =>
  createDashboardRoutes({
    billing,
    history,
    meters: createFollowers<Look | null>(),
    arrivals: createFollowers(),
    explorer: 'https://explorer.test',
  })

const METER = { id: 'sub_1', object: 'subscription', status: 'running', settled_usd: '0', refunded_usd: '0' }

test('the dashboard begins with what was seen so far, and asking adds nothing to that', async () => {
  const { billing, subscriptions } = createFakeBilling()
  const history = createHistory()
  const meter = { ...METER, accrued_usd: '0.5' }
  subscriptions.push(meter, { ...METER, id: 'sub_2', status: 'incomplete' })
  history.record(1000, [])
  const data = await (await routesOf(billing, history).request('/data')).json()
  expect(data).toEqual({
    figures: { accrued_usd: '0.5', settled_usd: '0', refunded_usd: '0', running_meters: 1 },
    samples: [{ at: 1000, accrued_usd: '0', settled_usd: '0', meters: {} }],
    spacing_ms: 1000,
    subscriptions: [meter],
    invoices: [],
    products: [],
    customers: [],
    explorer_url: 'https://explorer.test',
  })
  expect(history.samples()).toHaveLength(1)
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

test('an event’s page says what became of it at each endpoint, and has the object behind a tab', async () => {
  const { page } = storeWithEvent()
  const read = words(await page('/events/evt_1'))
  expect(read).toEqual(expect.arrayContaining(['Product made', 'GPU', 'product.created']))
  const from = read.indexOf('https://shop.example/&lt;hooks&gt;')
  expect(read.slice(from + 1, from + 4)).toEqual(['Waiting', '3', 'Could not connect'])
  expect(await page('/events/evt_1')).not.toContain('<hooks>')
  expect(await page('/events/evt_1?view=json')).toContain('&quot;id&quot;: &quot;evt_1&quot;')
  expect(words(await page('/events/evt_2'))).toContain('Nothing here')
})

test('a resend leads back to the event, which says what the receiver answered; a refusal is said there', async () => {
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
    return [...page.matchAll(/href="\/dashboard(\/events[^"]+)"/g)].map(([, link]) => link)
  }
  const pathsOf = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => `/events/evt_${from - index}`)
  expect(await linked('/events')).toEqual([...pathsOf(60, 11), '/events?after=evt_11'])
  expect(await linked('/events?after=evt_11')).toEqual(pathsOf(10, 1))
})

test('a service that is down makes a page for people, and an answer for the page’s own module', async () => {
  const routes = routesOf(createFakeBilling({ down: true }).billing)
  const ask = async (accept: string) => {
    const response = await routes.request('/events', { headers: { accept } })
    return [response.status, response.headers.get('content-type')]
  }
  expect(await ask('text/html,*/*')).toEqual([503, 'text/html; charset=UTF-8'])
  expect(await ask('application/json')).toEqual([503, 'application/json'])
})
