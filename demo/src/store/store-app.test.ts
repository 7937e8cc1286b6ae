import { type BillingEvent, webhooks } from '@per-second/client'
import { expect, test } from 'vitest'
import { createFakeBilling } from '../../test/fake-billing.ts'
import { ensureCatalogue } from './catalogue.ts'
import { createStoreApp } from './store-app.ts'

const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
const STORE = 'http://store.test'
const PROPER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const WALLET = '0x1111111111111111111111111111111111111111'

async function openStore(options: { down?: boolean } = {}) {
  const { billing, requests, products, sessions, subscriptions, gifts } = createFakeBilling(options)
  if (!options.down) await ensureCatalogue(billing)
  const app = createStoreApp({
    billing,
    webhookSecret: SECRET,
    billingUrl: 'http://billing.test',
    chain: { id: 31_337, rpcUrl: 'http://chain.test:8545', token: '0xToken' },
    folders: { element: import.meta.dirname, browser: import.meta.dirname },
  })
  const get = (path: string) => app.request(`${STORE}${path}`)
  return { app, requests, products, sessions, subscriptions, gifts, get }
}

function buy(product: unknown, headers: Record<string, string> = { origin: STORE }): RequestInit {
  return { method: 'POST', headers, body: new URLSearchParams({ product: String(product) }) }
}

test('buying creates a session and leads to its checkout, which carries the element', async () => {
  const { app, products, get } = await openStore()
  const bought = await app.request(`${STORE}/buy`, buy(products[0]?.id))
  expect(bought.status).toBe(303)
  expect(bought.headers.get('location')).toBe('/checkout?session=cs_1')
  const page = await (await get('/checkout?session=cs_1')).text()
  expect(page).toContain('<billing-authorise session="cs_1" base-url="http://billing.test"')
  expect(page).toContain('<img slot="logo" src="/styles/logo.svg"')
  expect(page).toContain(`<h1 id="summary-title">${products[0]?.name}</h1>`)
})

test('Extend leads to a second checkout that replaces the first', async () => {
  const { app, products, get } = await openStore()
  await app.request(`${STORE}/buy`, buy(products[0]?.id))
  const to = (await get('/extend?session=cs_1')).headers.get('location')
  expect(to).toBe('/checkout?session=cs_2&replaces=cs_1')
  expect(await (await get(to ?? '')).text()).toContain('replaces="cs_1"')
})

test.each(['checkout', 'success', 'extend'])(
  '%s with an unknown session is a page of its own, without the element',
  async name => {
    const { get } = await openStore()
    for (const session of ['cs_unknown', '%22%3E%3Cscript%3E']) {
      const response = await get(`/${name}?session=${session}`)
      expect(response.status).toBe(404)
      const page = await response.text()
      expect(page).toContain('<h1>We have no such order</h1>')
      expect(page).toContain('<a class="button" href="/">')
      expect(page).not.toContain('<billing-authorise')
      expect(page).not.toContain('<script>')
    }
  },
)

test('the order page shows the order’s state at the service at the moment', async () => {
  const { app, products, sessions, subscriptions, get } = await openStore()
  await app.request(`${STORE}/buy`, buy(products[0]?.id))
  const told = async () => {
    const page = await (await get('/success?session=cs_1')).text()
    expect(page).toContain('<billing-authorise session="cs_1" base-url="http://billing.test"')
    return /id="order" data-state="(\w+)"/.exec(page)?.[1]
  }
  const session = sessions[0] ?? {}
  expect(await told()).toBe('open')
  session.status = 'expired'
  expect(await told()).toBe('expired')
  const meter: Record<string, unknown> = { id: 'sub_1', object: 'subscription', status: 'incomplete' }
  subscriptions.push(meter)
  Object.assign(session, { status: 'open', subscription: 'sub_1' })
  expect(await told()).toBe('open')
  session.status = 'complete'
  for (const [status, state] of [
    ['pending_start', 'booting'],
    ['running', 'ready'],
    ['paused', 'paused'],
    ['past_due', 'late'],
    ['canceled', 'off'],
    ['ended', 'off'],
  ]) {
    meter.status = status
    expect(await told()).toBe(state)
  }
})

test('an address with a slash at its end leads to the one without, query and all', async () => {
  const { get } = await openStore()
  for (const [path, to] of [
    ['/dashboard/', '/dashboard'],
    ['/playground/?phase=opening', '/playground?phase=opening'],
  ]) {
    const response = await get(path ?? '')
    expect([response.status, response.headers.get('location')]).toEqual([301, `${STORE}${to}`])
  }
  expect((await get('/')).status).toBe(200)
})

test('an unknown product is sold out', async () => {
  const { app } = await openStore()
  const response = await app.request(`${STORE}/buy`, buy('prod_unknown'))
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('<h1>Sold out</h1>')
})

test('a machine that was taken off the shelf meanwhile is sold out, to buy and to extend', async () => {
  const { app, products, get } = await openStore()
  await app.request(`${STORE}/buy`, buy(products[0]?.id))
  Object.assign(products[0] ?? {}, { active: false })
  for (const response of [
    await app.request(`${STORE}/buy`, buy(products[0]?.id)),
    await get('/extend?session=cs_1'),
  ]) {
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('<h1>Sold out</h1>')
  }
})

test('the page after cancelling leads back to the order, whose session names it', async () => {
  const { app, products, sessions, get } = await openStore()
  await app.request(`${STORE}/buy`, buy(products[0]?.id))
  expect(sessions[0]?.cancel_url).toBe(`${STORE}/cancel?session={CHECKOUT_SESSION_ID}`)
  expect(await (await get('/cancel?session=cs_1')).text()).toContain(
    'href="/checkout?session=cs_1">Back to your order',
  )
  expect(await (await get('/cancel')).text()).not.toContain('Back to your order')
})

test('the card is there before its script: a skeleton in declarative shadow DOM, its styles loaded ahead', async () => {
  const { app, products, get } = await openStore()
  await app.request(`${STORE}/buy`, buy(products[0]?.id))
  for (const path of ['/checkout', '/success']) {
    const page = await (await get(`${path}?session=cs_1`)).text()
    expect(page).toContain(
      '<link rel="preload" as="style" href="/billing-authorise/billing-authorise-skeleton.css"',
    )
    expect(page).toMatch(
      /<billing-authorise [^>]*>\s*<template shadowrootmode="open"><link rel="stylesheet" href="\/billing-authorise\/billing-authorise-skeleton\.css">/,
    )
  }
})

test('without a session, checkout and success lead to the store', async () => {
  const { get } = await openStore()
  for (const path of ['/checkout', '/success']) expect((await get(path)).headers.get('location')).toBe('/')
})

test('an impossible session id is no session', async () => {
  const { get } = await openStore()
  for (const path of ['/checkout', '/success'])
    for (const id of ['..', '.']) expect((await get(`${path}?session=${id}`)).status).toBe(404)
})

test('a form that cannot be read is refused', async () => {
  const { app } = await openStore()
  const response = await app.request(`${STORE}/buy`, {
    method: 'POST',
    headers: { origin: STORE, 'content-type': 'multipart/form-data; boundary=x' },
    body: 'no form',
  })
  expect([response.status, await response.text()]).toEqual([400, 'This form cannot be read.'])
})

test('no page carries a key, and each has the strict policy', async () => {
  const { get } = await openStore()
  for (const path of [
    '/',
    '/checkout?session=cs_x',
    '/success?session=cs_x',
    '/cancel?session=cs_x',
    '/dashboard',
    '/nowhere',
  ]) {
    const response = await get(path)
    expect(await response.text()).not.toContain('sk_test')
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self' http://billing.test http://chain.test:8545; form-action 'self'; base-uri 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
    )
  }
})

test('a billing service that is down makes a readable page, and a readable answer', async () => {
  const { get } = await openStore({ down: true })
  const page = await get('/')
  expect(page.status).toBe(503)
  expect(await page.text()).toContain('<h1>We cannot take orders right now</h1>')
})

test('the faucet fills a wallet, and nothing that is none', async () => {
  const { app, gifts } = await openStore()
  const ask = (body: unknown) =>
    app.request(`${STORE}/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await ask({ address: WALLET, amount: '100' })).status).toBe(200)
  for (const wrong of [null, {}, { address: '0x1', amount: '100' }, { address: WALLET, amount: '1e9' }]) {
    expect((await ask(wrong)).status).toBe(400)
  }
  // An address of EIP-55 itself, and one with a letter in the wrong case.
  expect((await ask({ address: PROPER, amount: '7' })).status).toBe(200)
  const mistyped = await ask({ address: PROPER.replace('aA', 'AA'), amount: '7' })
  expect([mistyped.status, await mistyped.json()]).toEqual([
    400,
    { error: 'The checksum of this wallet address is wrong. Copy it again, or write it in lower case.' },
  ])
  expect(gifts).toEqual([
    { wallet_address: WALLET, amount: '100', native: true },
    { wallet_address: PROPER, amount: '7', native: true },
  ])
})

test('another site cannot buy or act', async () => {
  const { app } = await openStore()
  const elsewhere = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
  expect((await app.request(`${STORE}/buy`, buy('prod_1', elsewhere))).status).toBe(403)
  const act = { method: 'POST', headers: elsewhere }
  expect((await app.request(`${STORE}/dashboard/subscriptions/sub_1/cancel`, act)).status).toBe(403)
})

test('the playground shows only the options in its address, and the default of an unknown value', async () => {
  const { get } = await openStore()
  const address = '/playground?phase=meter_running&theme=dark&locale=xx&fase=opening&width=%22%3E%3Cscript%3E'
  const page = await (await get(address)).text()
  expect(page).toMatch(/<option value="meter_running"\s+selected>/)
  expect(page).toMatch(/<option value="dark"\s+selected>/)
  expect(page).toMatch(/name="locale">\s*<option value=""\s+selected>/)
  expect(page).toContain('<div id="stage" class="width-440">')
  expect(page).toContain('<script type="module" src="/browser/playground.js"></script>')
  expect(await (await get('/')).text()).toContain('href="/playground"')
})

test('a genuine webhook has the dashboard read everything again, and a forged one changes nothing', async () => {
  const { app, requests, get } = await openStore()
  const event = { id: 'evt_1', type: 'product.created', created: 1, data: { object: { id: 'prod_1' } } }
  const { payload, headers } = await webhooks.signTestEvent(event as BillingEvent, SECRET)
  const tell = async (body: string) =>
    (await app.request(`${STORE}/webhooks`, { method: 'POST', headers, body })).status
  const readings = async () => {
    await get('/dashboard')
    return requests.filter(call => call.startsWith('GET /v1/customers')).length
  }
  expect([await readings(), await readings()]).toEqual([1, 1])
  expect([await tell(`${payload} `), await readings()]).toEqual([400, 1])
  expect([await tell(payload), await readings()]).toEqual([204, 2])
})
